import { audioFolderKey, saysExtra, saysWithoutEffects, subtitleFolderKey } from './folder-names.ts'

/**
 * Keys of audio folders, by what their names say besides the format, and of subtitle folders, mapped to the same keys.
 */
export type WorkFolders = ReturnType<typeof readFolders>

/** @param audioPaths  of a work, separated by `/` */
export function readFolders(audioPaths: readonly string[]) {
  /** Folders that contain audio, directly or further down. */
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
    /** Returns the keys of the folders that audio is in, outermost first, without those that only name a format. */
    ofAudio: (path: string) => audioKeys.get(folderOf(path)) ?? keysOfAudio(folderOf(path)),

    /** Returns the keys of the audio's folders, as far as the subtitle's own folders name them. */
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
      // A name that no audio folder has is the translation's: its language, translator or the work's title.
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

/** Returns how many levels deeper the audio is than its subtitle's folders say; −1 if in other folders. */
export function foldersBetween(named: readonly string[], ofAudio: readonly string[]): number {
  let at = 0
  for (const key of ofAudio) if (key === named[at]) at++
  return at === named.length ? ofAudio.length - named.length : -1
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
