import { isSidecarName, type TrackFile, type TrackNode } from '@otodana/contract'

/** Hashes of the selected files. */
export type Chosen = ReadonlySet<string>

export function filesBelow(nodes: readonly TrackNode[]): TrackFile[] {
  return nodes.flatMap((node) => (node.type === 'folder' ? filesBelow(node.children) : [node]))
}

/**
 * Returns the files that are selected at first: not the work's metadata sidecar, which is of use in a library only.
 *
 * @param nodes  all of the work's tree, or some of it
 */
export function filesToSave(tree: readonly TrackNode[], nodes: readonly TrackNode[] = tree): TrackFile[] {
  const isSidecar = (file: TrackFile) => isSidecarName(file.title) && tree.includes(file)
  return filesBelow(nodes).filter((file) => !isSidecar(file))
}

/** Whether all, some or none of the files are selected. */
export function chosenOf(files: readonly TrackFile[], chosen: Chosen): 'all' | 'some' | 'none' {
  const count = files.filter(({ hash }) => chosen.has(hash)).length
  return count === 0 ? 'none' : count === files.length ? 'all' : 'some'
}

export function withFiles(chosen: Chosen, files: readonly TrackFile[], isWanted: boolean): Chosen {
  const result = new Set(chosen)
  for (const { hash } of files) {
    if (isWanted) result.add(hash)
    else result.delete(hash)
  }
  return result
}

export const sizeOf = (files: readonly TrackFile[]): number => files.reduce((sum, { size }) => sum + size, 0)

/** A preset: everything, all audio, or the audio of one format. */
export type QuickChoice = { kind: 'all' | 'audio' | 'format'; format: string; files: TrackFile[] }

/** Returns presets that differ from each other; none if there is no choice. */
export function quickChoices(tree: readonly TrackNode[]): QuickChoice[] {
  const files = filesToSave(tree)
  const audio = files.filter(({ type }) => type === 'audio')
  const formats = grouped(audio, ({ title }) => formatOf(title))
  const choices: QuickChoice[] = [{ kind: 'all', format: '', files }]
  if (audio.length > 0 && audio.length < files.length) choices.push({ kind: 'audio', format: '', files: audio })
  if (formats.size > 1) {
    for (const [format, own] of formats) choices.push({ kind: 'format', format, files: own })
  }
  return choices.length > 1 ? choices : []
}

function grouped<T>(things: readonly T[], keyOf: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const thing of things) {
    const group = groups.get(keyOf(thing))
    if (group) group.push(thing)
    else groups.set(keyOf(thing), [thing])
  }
  return groups
}

function formatOf(name: string): string {
  return /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? ''
}

/** A file's id: the part of its hash after the slash. */
const idOf = (hash: string): number => Number(hash.slice(hash.indexOf('/') + 1))

/**
 * Formats a selection for a URL: `12-40,43`. A range may include ids of other works' files, but of this work only
 * selected ones.
 *
 * @param files  all files of the work
 */
export function selectionText(files: readonly TrackFile[], chosen: Chosen): string {
  const sorted = files.map(({ hash }) => ({ id: idOf(hash), isChosen: chosen.has(hash) })).sort((a, b) => a.id - b.id)
  const ranges: { first: number; last: number }[] = []
  let isOpen = false
  for (const { id, isChosen } of sorted) {
    const range = ranges.at(-1)
    if (isChosen && isOpen && range) range.last = id
    else if (isChosen) ranges.push({ first: id, last: id })
    isOpen = isChosen
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(',')
}
