import { withoutAudioExtension } from '@otodana/subtitles'

type Track = { path: string; durationSeconds: number | null }

/**
 * Finds a work's track by the name that a client sends. Of several, returns the one closest in duration.
 *
 * @param name  the file's name, with or without folders; case, width and the extension may differ
 * @param seconds  0: unknown
 */
export function findTrack<T extends Track>(tracks: readonly T[], name: string, seconds: number): T | null {
  const asked = name.normalize('NFC')
  const exact = tracks.filter(({ path }) => `/${path.normalize('NFC')}`.endsWith(`/${asked}`))
  const key = looseName(asked)
  const found = exact.length > 0 ? exact : tracks.filter(({ path }) => looseName(path) === key)
  const distance = ({ durationSeconds }: Track) =>
    seconds > 0 && durationSeconds !== null ? Math.abs(durationSeconds - seconds) : Infinity
  return found.reduce<T | null>((best, each) => (best && distance(best) <= distance(each) ? best : each), null)
}

function looseName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return withoutAudioExtension(name.normalize('NFKC').toLowerCase())
}
