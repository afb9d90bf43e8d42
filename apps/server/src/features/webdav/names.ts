import { safeName, workFolderName } from '@otodana/contract'
import { foldText } from '@otodana/keyword'

/**
 * Returns a name that Windows, macOS and Linux accept. `#` and `%` are widened as well, so that a line of a playlist is the same
 * for a player that reads it as a path and for one that reads it as an address.
 */
export function davName(name: string): string {
  return safeName(widened(name))
}

/** Returns the name of a work's folder: `RJ01234567 Title`. */
export function workName({ code, title }: { code: string; title: string }): string {
  return workFolderName({ source_id: code, title: widened(title) })
}

export function widened(name: string): string {
  return name.replaceAll('#', '＃').replaceAll('%', '％')
}

/**
 * Names things so that no system takes one for another: of those with one name the first keeps it, the others get their id
 * behind it, which stays when the first is gone.
 *
 * @param things  in lasting order
 * @param taken   names of other things in the same folder
 */
export function uniqueNames<T>(
  things: readonly T[],
  nameOf: (thing: T) => string,
  idOf: (thing: T) => string,
  taken: readonly string[] = [],
): Map<string, T> {
  const used = new Set(taken.map(foldText))
  const named = new Map<string, T>()
  for (const thing of things) {
    const name = nameOf(thing)
    let own = name
    for (let n = 0; used.has(foldText(own)); n++) own = `${name} (${idOf(thing)}${'+'.repeat(n)})`
    used.add(foldText(own))
    named.set(own, thing)
  }
  return named
}
