import { audioFolderKey, saysExtra, saysWithoutEffects, subtitleFolderKey } from './folder-names.ts'

/** Folders of audio, by what their names say beside the format; and those of subtitles, seen as if they held that audio. */
export type WorkFolders = ReturnType<typeof readFolders>

/** @param audioPaths  of a work, `/` between names */
export function readFolders(audioPaths: readonly string[]) {
  /** Folders that have audio, themselves or further below. */
  const withAudio = new Set<string>([''])
  const audioKeys = new Map<string, readonly string[]>()
  const names = new Set<string>()
  const subtitleKeys = new Map<string, readonly string[]>()
  for (const path of audioPaths) {
    const folder = folderOf(path)
    if (audioKeys.has(folder)) continue
    const keys = keysOfAudio(folder)
    audioKeys.set(folder, keys)
    for (const key of keys) names.add(key)
    for (let up = folder; !withAudio.has(up); up = folderOf(up)) withAudio.add(up)
  }

  return {
    /** The folders that audio lies in, outermost first, without those that only tell its format. */
    ofAudio: (path: string) => audioKeys.get(folderOf(path)) ?? keysOfAudio(folderOf(path)),

    /** The folders that a subtitle's audio lies in, as far as the subtitle's own folders tell. */
    ofSubtitle(path: string): readonly string[] {
      const folder = folderOf(path)
      let keys = subtitleKeys.get(folder)
      if (!keys) subtitleKeys.set(folder, (keys = keysOfSubtitles(folder)))
      return keys
    },
  }

  function keysOfSubtitles(folder: string): string[] {
    const keys: string[] = []
    let path = ''
    for (const name of namesIn(folder)) {
      path = path === '' ? name : `${path}/${name}`
      if (withAudio.has(path)) {
        const key = audioFolderKey(name)
        if (key !== '') keys.push(key)
        continue
      }
      const key = subtitleFolderKey(name)
      // What no audio's folder is called is a name of the translation: its language, who made it, the work's title.
      if (key !== '' && (names.has(key) || saysExtra(name) || saysWithoutEffects(name))) keys.push(key)
    }
    return keys
  }
}

function keysOfAudio(folder: string): string[] {
  return namesIn(folder)
    .map(audioFolderKey)
    .filter((key) => key !== '')
}

/** How many folders more the audio lies in than its subtitle tells of; −1: in others. */
export function foldersBetween(told: readonly string[], ofAudio: readonly string[]): number {
  let at = 0
  for (const key of ofAudio) if (key === told[at]) at++
  return at === told.length ? ofAudio.length - told.length : -1
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function namesIn(folder: string): string[] {
  return folder.split('/').filter((name) => name !== '')
}
