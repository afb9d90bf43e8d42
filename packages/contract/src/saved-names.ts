/** Bytes in UTF-8. Systems allow 255; the suffix of a partial file and a number need some of them. */
const MAX_NAME_BYTES = 180
/** A work's folder is part of every path, and paths are limited too. */
const MAX_WORK_NAME_BYTES = 120

/** Characters that Windows forbids in names, and their full-width replacements, as usual in Japanese file names. */
const WIDE: Record<string, string> = {
  '\\': '＼',
  '/': '／',
  ':': '：',
  '*': '＊',
  '?': '？',
  '"': '＂',
  '<': '＜',
  '>': '＞',
  '|': '｜',
}
/** Windows device names, regardless of trailing spaces and extension, and files that systems create themselves. */
const RESERVED =
  /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?: *\..*)?$|^(?:desktop\.ini|thumbs\.db|__macosx)$/iu
/** Shortcuts that Windows executes; browsers refuse to write them. */
const SHELL = /\.(?:lnk|local|scf|url)$/i
/** Control characters and invisible ones, such as direction marks; the joiners in emoji stay. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const UNPAIRED_OR_NO_CHARACTER = /[\p{Cs}\ufdd0-\ufdef\ufffe\uffff]/gu

/** Returns a name that Windows, macOS and Android all accept, and that cannot leave its folder. Idempotent. */
export function safeName(name: string): string {
  return safe(name, MAX_NAME_BYTES)
}

/** Returns the name of a work's folder: `RJ01234567 Title`. */
export function workFolderName(work: { source_id: string; title: string }): string {
  return safe(`${work.source_id} ${work.title}`, MAX_WORK_NAME_BYTES)
}

function safe(name: string, maxBytes: number): string {
  const plain = name
    .replace(UNPAIRED_OR_NO_CHARACTER, '_')
    .replace(UNSEEN, '')
    // After removing invisible characters, which may separate a letter from its accent.
    .normalize('NFC')
    .replace(/[\\/:*?"<>|]/g, (one) => WIDE[one] ?? '_')
  const cut = shortened(trimmed(plain).replace(/^\.+/, '_'), maxBytes)
  const marked = SHELL.test(cut) ? `${cut}_` : cut
  return marked === '' ? '_' : RESERVED.test(marked) ? `_${marked}` : marked
}

const trimmed = (name: string): string => name.replace(/^\s+|[\s.]+$/gu, '')

/** Shortens a name before its extension. */
function shortened(name: string, maxBytes: number): string {
  if (bytesOf(name) <= maxBytes) return name
  const { stem, extension } = parted(name)
  let room = maxBytes - bytesOf(extension)
  let kept = ''
  for (const sign of stem) {
    room -= bytesOf(sign)
    if (room < 0) break
    kept += sign
  }
  return trimmed(kept) + extension
}

function parted(name: string): { stem: string; extension: string } {
  const extension = /^.+?(\.[a-z\d]{1,10})$/isu.exec(name)?.[1] ?? ''
  return { stem: name.slice(0, name.length - extension.length), extension }
}

function bytesOf(text: string): number {
  let bytes = 0
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
  }
  return bytes
}

/** Folds a name as case-insensitive file systems do. */
const folded = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/** Suffix of an incomplete file. */
export const PARTIAL_SUFFIX = '.part'

type Folder = { folders: Map<string, { name: string; folder: Folder }>; taken: Set<string> }

/**
 * Returns the path of each file below the work's folder: safe names, no two of which any system treats as equal. The
 * same files in the same order get the same paths, so that downloads can be resumed.
 *
 * @param paths  for each file, the names from the work's folder down
 */
export function savedPaths(paths: readonly (readonly string[])[]): string[][] {
  const newFolder = (): Folder => ({ folders: new Map(), taken: new Set() })
  const root = newFolder()

  function folderIn(parent: Folder, title: string) {
    const known = parent.folders.get(title)
    if (known) return known
    const made = { name: freeName(parent.taken, title), folder: newFolder() }
    parent.folders.set(title, made)
    return made
  }

  return paths.map((path) => {
    let folder = root
    const saved: string[] = []
    for (const title of path.slice(0, -1)) {
      const below = folderIn(folder, title)
      saved.push(below.name)
      folder = below.folder
    }
    return [...saved, freeName(folder.taken, path.at(-1) ?? '')]
  })
}

/** Returns a free name, with a number if needed. Reserves the name of the partial file too. */
function freeName(taken: Set<string>, title: string): string {
  const name = safeName(title)
  const { stem, extension } = parted(name)
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${stem} (${number})${extension}`
    const keys = [folded(candidate), folded(candidate + PARTIAL_SUFFIX)]
    if (keys.some((key) => taken.has(key))) continue
    for (const key of keys) taken.add(key)
    return candidate
  }
}
