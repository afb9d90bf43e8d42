import { extensionOf, fileKind } from '../files/file-kinds.ts'
import { foldersAbove, joinName } from '../files/file-system.ts'
import type { CodelessFolder } from '../folders/codeless-folders.ts'
import type { NewProblem } from '../scan-types.ts'

const archives = new Set(['zip', 'rar', '7z', 'lzh', 'tar', 'tgz'])
/** `a.tar.gz`, and the first part of `a.7z.001`; any part of `a.part2.rar` and the like. */
const packed = /\.(?:tar\.(?:gz|bz2|xz|zst)|(?:zip|7z)\.001)$/i
const laterPart = /\.part0*(?!0*1\.)\d+\.rar$/i

export function isArchive(path: string): boolean {
  return (archives.has(extensionOf(path)) || packed.test(path)) && !laterPart.test(path)
}

const NAMES_SHOWN = 3
/** For each kind in each library folder; the rest is only counted. */
const REPORTED_AT_MOST = 200

type Pile = { files: number; folders: number; names: string[]; sizeBytes: number }
type Found = {
  archives: Map<string, Pile>
  audio: Map<string, Pile>
  /** The real paths of their folders. */
  realPaths: Map<string, string>
}
type Folder = { root: string; path: string; realPath: string }
type Kind = 'archive' | 'noCode' | 'looseAudio'

/** Files outside of works that look as if they belong to one. */
export type Orphans = {
  /**
   * @param folder  its path relative to its root
   * @param size  returns the size of the file; may throw
   */
  note(folder: Folder, fileName: string, size: () => number): void
  /** Drops a folder that turned out to be a work through the name of a link. */
  forget(realPath: string): void
  /** @param works  paths of the root's works, relative to it */
  problems(root: string, works: readonly string[]): NewProblem[]
  /** Returns the folders that could be works, but have no code. */
  codeless(root: string, works: readonly string[]): CodelessFolder[]
}

export function createOrphans(): Orphans {
  const roots = new Map<string, Found>()
  const forgotten = new Set<string>()

  return {
    note(folder, fileName, size) {
      const isPacked = isArchive(fileName)
      if (!isPacked && fileKind(fileName) !== 'audio') return
      const found = roots.get(folder.root) ?? { archives: new Map(), audio: new Map(), realPaths: new Map() }
      roots.set(folder.root, found)
      found.realPaths.set(folder.path, folder.realPath)
      add(
        isPacked ? found.archives : found.audio,
        folder.path,
        { files: 1, folders: 1, names: [fileName], sizeBytes: sizeOrNone(size) },
        false,
      )
    },
    forget(realPath) {
      forgotten.add(realPath)
    },
    problems(root, works) {
      const found = remembered(root)
      if (!found) return []
      const aboveWorks = new Set(works.flatMap(foldersAbove))
      const [loose, uncoded] = [new Map<string, Pile>(), new Map<string, Pile>()]
      for (const [folder, pile] of found.audio) {
        const top = topWithoutWorks(folder, aboveWorks)
        if (top === null) add(loose, folder, pile, true)
        else add(uncoded, top, { ...pile, names: pile.names.map((name) => below(top, joinName(folder, name))) }, true)
      }
      return [
        ...report('archive', root, found.archives),
        ...report('noCode', root, uncoded),
        ...report('looseAudio', root, loose),
      ]
    },
    codeless(root, works) {
      const audio = remembered(root)?.audio
      if (!audio) return []
      const aboveWorks = new Set(works.flatMap(foldersAbove))
      const tops = new Set([...audio.keys()].flatMap((folder) => topWithoutWorks(folder, aboveWorks) ?? []))
      const inner = new Map<string, Set<string>>()
      for (const folder of audio.keys()) {
        for (const path of [...foldersAbove(folder).slice(1), folder]) {
          const above = path.slice(0, Math.max(0, path.lastIndexOf('/')))
          inner.set(above, (inner.get(above) ?? new Set()).add(path))
        }
      }
      const folders = new Map<string, CodelessFolder>()
      for (const path of [...tops].flatMap((top) => singleFolders(top, audio, inner))) {
        folders.set(path, { root, path, audioFiles: 0, sizeBytes: 0 })
      }
      for (const [path, { files, sizeBytes }] of audio) {
        const folder = [...foldersAbove(path), path].map((above) => folders.get(above)).find(Boolean)
        if (!folder) continue
        folder.audioFiles += files
        folder.sizeBytes += sizeBytes
      }
      return [...folders.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
    },
  }

  function remembered(root: string): Found | undefined {
    const found = roots.get(root)
    for (const [path, realPath] of found?.realPaths ?? []) {
      if (![...foldersAbove(realPath), realPath].some((above) => forgotten.has(above))) continue
      found?.archives.delete(path)
      found?.audio.delete(path)
    }
    return found
  }
}

/** A file that vanishes meanwhile has no size. */
function sizeOrNone(size: () => number): number {
  try {
    return size()
  } catch {
    return 0
  }
}

/** A folder that is a part of a work: a format, a disc, a bonus. */
const PART =
  /^(?:mp3|wave?|flac|ogg|opus|m4a|aac|本編|本篇|正片|特典|おまけ|オマケ|bonus|extra|se|bgm|効果音|音效|without|with|no|(?:disc|disk|cd|dvd|vol|part|track|トラック|第)?[\s._-]*\d+)(?:[^\p{L}]|$)|(?:なし|無し|有り|あり)$/iu

/**
 * Returns the folders in which single works may be: this one or, where it only sorts others, those in it.
 *
 * @param audio  folders with audio
 * @param inner  the folders in each folder that have audio somewhere
 */
function singleFolders(
  top: string,
  audio: ReadonlyMap<string, Pile>,
  inner: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const children = [...(inner.get(top) ?? [])]
  const isPart = (path: string) => PART.test(path.slice(path.lastIndexOf('/') + 1).normalize('NFKC'))
  if (audio.has(top) || children.some(isPart)) return [top]
  return children.flatMap((child) => singleFolders(child, audio, inner))
}

/** @param isWhole  whether it is in a new folder */
function add(
  piles: Map<string, Pile>,
  folder: string,
  { files, folders, names, sizeBytes }: Pile,
  isWhole: boolean,
): void {
  const pile = piles.get(folder)
  if (!pile) {
    piles.set(folder, { files, folders, names: names.slice(0, NAMES_SHOWN), sizeBytes })
    return
  }
  pile.files += files
  pile.sizeBytes += sizeBytes
  if (isWhole) pile.folders += folders
  if (pile.names.length < NAMES_SHOWN) pile.names.push(...names.slice(0, NAMES_SHOWN - pile.names.length))
}

/** Returns the highest folder above this one that contains no works; null if this one contains works. */
function topWithoutWorks(folder: string, aboveWorks: ReadonlySet<string>): string | null {
  if (folder === '') return null
  return [...foldersAbove(folder).slice(1), folder].find((path) => !aboveWorks.has(path)) ?? null
}

function below(folder: string, path: string): string {
  return path.slice(folder.length + 1)
}

function report(kind: Kind, root: string, piles: ReadonlyMap<string, Pile>): NewProblem[] {
  const folders = [...piles].sort(([a], [b]) => (a < b ? -1 : 1))
  const problems = folders
    .slice(0, REPORTED_AT_MOST)
    .map(([path, pile]): NewProblem => ({ kind, root, path, workId: null, message: messages[kind](pile) }))
  const rest = folders.slice(REPORTED_AT_MOST)
  if (rest.length === 0) return problems
  const files = rest.reduce((sum, [, pile]) => sum + pile.files, 0)
  const message = `${counted(rest.length, 'more folder')} like these, with ${counted(files, 'file')}, are not listed here`
  return [...problems, { kind, root, path: '', workId: null, message }]
}

const messages: Record<Kind, (pile: Pile) => string> = {
  archive: (pile) =>
    `${counted(pile.files, 'archive')} (${examples(pile)}): unpack each into a folder with a work code`,
  noCode: (pile) =>
    `${counted(pile.files, 'audio file')} in ${counted(pile.folders, 'folder')} without a work code (${examples(pile)}): ` +
    'put the code into the name of the folder',
  looseAudio: (pile) =>
    `${counted(pile.files, 'audio file')} in no work (${examples(pile)}): move each into a folder with a work code`,
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

function examples({ files, names }: Pile): string {
  return files > names.length ? `${names.join(', ')}, …` : names.join(', ')
}
