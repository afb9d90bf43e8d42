/** Bytes in UTF-8; systems allow 255, of which a mark of the unfinished and a number may need some. */
const MAX_NAME_BYTES = 180
/** The folder of a work is the beginning of every path, and whole paths have limits too. */
const MAX_WORK_NAME_BYTES = 120

/** What no Windows has in a name, and what stands for it: Japanese names have always been written so. */
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
/** Devices of Windows, whatever spaces and extension stand behind them, and files that systems make themselves. */
const RESERVED =
  /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?: *\..*)?$|^(?:desktop\.ini|thumbs\.db|__macosx)$/iu
/** What Windows takes as an order: browsers write no such file. */
const SHELL = /\.(?:lnk|local|scf|url)$/i
/** Controls, and signs that are not seen, such as those that turn the direction; those that join emoji stay. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const UNPAIRED_OR_NO_CHARACTER = /[\p{Cs}\ufdd0-\ufdef\ufffe\uffff]/gu

/**
 * A name that Windows, macOS and Android all take for one file or folder, and that leads nowhere else. One that they take
 * already stays as it is.
 */
export function safeName(name: string): string {
  return safe(name, MAX_NAME_BYTES)
}

/** What the folder of a work is called: `RJ01234567 Title`. */
export function workFolderName(work: { source_id: string; title: string }): string {
  return safe(`${work.source_id} ${work.title}`, MAX_WORK_NAME_BYTES)
}

function safe(name: string, maxBytes: number): string {
  const plain = name
    .replace(UNPAIRED_OR_NO_CHARACTER, '_')
    .replace(UNSEEN, '')
    // Only now: what is not seen may stand between a letter and its accent.
    .normalize('NFC')
    .replace(/[\\/:*?"<>|]/g, (one) => WIDE[one] ?? '_')
  const cut = shortened(trimmed(plain).replace(/^\.+/, '_'), maxBytes)
  const marked = SHELL.test(cut) ? `${cut}_` : cut
  return marked === '' ? '_' : RESERVED.test(marked) ? `_${marked}` : marked
}

const trimmed = (name: string): string => name.replace(/^\s+|[\s.]+$/gu, '')

/** The extension stays, for it tells what the file is. */
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

/** As systems compare names that see no difference between large and small letters. */
const folded = (name: string): string => name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/** What stands behind the name of a file that is not whole yet. */
export const PARTIAL_SUFFIX = '.part'

type Folder = { folders: Map<string, { name: string; folder: Folder }>; taken: Set<string> }

/**
 * Gives each file of a work its path below the work's folder: safe names, no two of which any system takes for one. The same
 * files in the same order have the same paths, so that what was begun is found again.
 *
 * @param paths  the names from the work's folder down
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

/** With a number where another one has it already; the name of the unfinished file is taken as well. */
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
