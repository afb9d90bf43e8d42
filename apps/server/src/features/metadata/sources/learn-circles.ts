import type { WorkIdentity } from '@otodana/work-code'
import { findWorkCode } from '@otodana/work-code'

import { nameKey } from '../store/names.ts'
import { mayBeCircle } from './circle-in-name.ts'
import { circleCandidates, circleHints, isNote } from './folder-name.ts'

export type WorkPlace = {
  root: string
  /** The work's folder, relative to its root. */
  path: string
  code: WorkIdentity
}

/** What the folders of a library say about circles together. */
export type LibraryCircles = {
  /** Returns the name of the folder above a work that stands for its circle. */
  folderOf(place: Pick<WorkPlace, 'root' | 'path'>): string | null
  /** Whether it is the circle of a work in the library. */
  isKnown(name: string): boolean
}

/** A folder with more works that is most of its library is a collection. */
const COLLECTION_SIZE = 30
const WORKS_AT_ONCE = 200

/**
 * Learns circles from all works of a library: a folder that holds several works, names in brackets before titles, and
 * names that several works have beside different titles.
 *
 * @param names  of the circles that are known already
 * @param pause  called now and then, to let other work run
 */
export async function learnCircles(
  places: Iterable<WorkPlace>,
  names: Iterable<string>,
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<LibraryCircles> {
  const known = new Set([...names].map(nameKey))
  /** Parts of names, with the rest of the first name that has them. */
  const restOf = new Map<string, string>()
  const folders = new Map<string, { works: number; circles: Set<string> }>()
  const worksOf = new Map<string, number>()
  const foldersAt = new Map<string, readonly string[]>()

  let count = 0
  for (const place of places) {
    const name = place.path.slice(place.path.lastIndexOf('/') + 1)
    if (count++ % WORKS_AT_ONCE === 0) await pause()
    const { circle, parts } = circleHints(name, place.code)
    if (circle) known.add(nameKey(circle))
    for (const part of parts.filter(mayBeCircle)) {
      const key = nameKey(part)
      const rest = nameKey(parts.filter((other) => other !== part).join('\n'))
      const first = restOf.get(key)
      if (first === undefined) restOf.set(key, rest)
      else if (first !== rest) known.add(key)
    }
    worksOf.set(place.root, (worksOf.get(place.root) ?? 0) + 1)
    const [folder] = above(place.path)
    if (folder === undefined) continue
    const key = `${place.root}\0${folder}`
    const seen = folders.get(key) ?? { works: 0, circles: new Set() }
    folders.set(key, seen)
    seen.works++
    if (circle) seen.circles.add(nameKey(circle))
  }
  known.delete('')
  const folderNames = new Set([...folders.keys()].filter(isShared).map((key) => nameKey(lastName(key))))

  return {
    isKnown: (name) => known.has(nameKey(name)) || folderNames.has(nameKey(name)),
    folderOf({ root, path }) {
      const candidates = above(path)
      const named = candidates.find((folder) => known.has(nameKey(lastName(folder))))
      if (named !== undefined) return lastName(named)
      const [nearest] = candidates
      return nearest !== undefined && isShared(`${root}\0${nearest}`) ? lastName(nearest) : null
    },
  }

  /** Whether a folder holds several works of one circle, and is no collection. */
  function isShared(key: string): boolean {
    const { works, circles } = folders.get(key) ?? { works: 0, circles: new Set() }
    const root = key.slice(0, key.indexOf('\0'))
    const isCollection = works > COLLECTION_SIZE && works * 2 > (worksOf.get(root) ?? 0)
    return works > 1 && !isCollection && (circles.size === 0 || circles.has(nameKey(lastName(key))))
  }

  /** Works share their folders. */
  function above(path: string): readonly string[] {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const names = foldersAt.get(parent) ?? circleFolders(parent)
    foldersAt.set(parent, names)
    return names
  }
}

/** Returns the names around a work that may be its circle's: of folders above it, and parts of its own. */
export function namesAround({ path, code }: WorkPlace): string[] {
  const at = Math.max(0, path.lastIndexOf('/'))
  const folders = circleFolders(path.slice(0, at)).map(lastName)
  return [...folders, ...circleCandidates(lastName(path), code)]
}

/** Returns the folders between the library folder and this one that may be a circle's, the nearest first. */
function circleFolders(path: string): string[] {
  const names = path.split('/')
  return names
    .map((_, index) => names.slice(0, index + 1).join('/'))
    .filter((folder) => isName(lastName(folder)))
    .reverse()
}

function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\0')) + 1)
}

/** Folders that sort works by anything else: year, letter, format, language, kind, state. */
const SORTING =
  /^(?:(?:19|20)\d{2}(?:[-./年 _]\d{1,2}(?:[-./月]?\d{0,2}日?)?)?年?|\d+[-~〜]\d+|[a-z](?:[-~〜][a-z])?|[ぁ-んァ-ヶ](?:[-~〜][ぁ-んァ-ヶ])?行?|[rvb]j.*|(?:dl|同人)?(?:音声|ボイス|作品|音聲|音频|语音)(?:作品|ドラマ)?s?|同人|dlsite|fanza|voices?|audios?|sounds?|works?|librar(?:y|ies)|media|music|downloads?|ダウンロード|new|newest|incoming|inbox|新着|新規|新作|old|旧作|misc|other|others|その他|其他|未分類|未整理|整理(?:済み?|中)|已整理|未分类|unsorted|sorted|tmp|temp|todo|done|favou?rites?|お気に入り|收藏|backup|archives?|data|files?|folders?|shared?|各種|一般|中文|汉化|漢化|字幕|翻訳|translated|subs?|subtitled|audiobooks?|podcasts?|no ?code|unknown|various|various artists)$/iu

function isName(name: string): boolean {
  const folded = name.normalize('NFKC').trim()
  if (!/\p{L}/u.test(folded) || folded.length > 100 || findWorkCode(folded)) return false
  const isSorting = (text: string) => SORTING.test(text) || isNote(text)
  return !isSorting(folded) && !folded.split(/[\s_&+]+/).every(isSorting)
}
