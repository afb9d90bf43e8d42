import { MAX_MEMBERS } from './code-ranges.ts'

/** Names that begin with `prefix` and, if there is a block, have a character of it next. */
type Group = { prefix: string; block: { first: number; last: number } | null }

/** How the names of groups end, and those of circles do not. */
export const GROUP_END = '…'

const BLOCK = 256

/** Kanji and Hangul are grouped by 256: there are too many for one list. Letters, kana and signs are few. */
function hasBlock(code: number): boolean {
  return code >= 0x3400 && (code < 0xff00 || code > 0xffff)
}

const codeAt = (text: string, position: number) => [...text][position]?.codePointAt(0)

/**
 * Returns the group of a key at a level; null if the key ends before. Even levels group by the block of one more character, odd
 * ones by that character.
 */
function groupAt(key: string, level: number): Group | null {
  const position = Math.floor(level / 2)
  const code = codeAt(key, position)
  if (code === undefined) return null
  const before = [...key].slice(0, position).join('')
  if (level % 2 === 1 || !hasBlock(code)) return { prefix: before + String.fromCodePoint(code), block: null }
  const first = code - (code % BLOCK)
  return { prefix: before, block: { first, last: first + BLOCK - 1 } }
}

function nameOf({ prefix, block }: Group): string {
  return `${prefix}${block === null ? '' : `${String.fromCodePoint(block.first)}-${String.fromCodePoint(block.last)}`}${GROUP_END}`
}

function parse(name: string): Group | null {
  if (!name.endsWith(GROUP_END) || name === GROUP_END) return null
  const prefix = name.slice(0, -GROUP_END.length)
  const [, before = '', from = '', to = ''] = /^(.*)(.)-(.)$/su.exec(prefix) ?? []
  const [first = 0, last = 0] = [from.codePointAt(0), to.codePointAt(0)]
  const isBlock = hasBlock(first) && first % BLOCK === 0 && last === first + BLOCK - 1
  return isBlock ? { prefix: before, block: { first, last } } : { prefix, block: null }
}

function levelOf({ prefix, block }: Group): number {
  const length = [...prefix].length
  return block === null ? 2 * length - 1 : 2 * length
}

/**
 * Returns those of the things whose key is in the group of this name; null: it is no name of a group, or none is.
 *
 * @param keyOf  how a thing is sorted, never empty
 */
export function membersOf<T>(name: string, things: readonly T[], keyOf: (thing: T) => string): T[] | null {
  const group = parse(name)
  if (group === null) return null
  const { prefix, block } = group
  const position = [...prefix].length
  const members = things.filter((thing) => {
    const key = keyOf(thing)
    if (!key.startsWith(prefix)) return false
    const code = codeAt(key, position)
    return block === null || (code !== undefined && code >= block.first && code <= block.last)
  })
  return members.length === 0 ? null : members
}

/**
 * Divides things into groups, if there are too many to list.
 *
 * @param within  the name of the group that these are; null: all there are
 * @returns names of groups, and the things that are in none of them
 */
export function grouped<T>(
  things: readonly T[],
  keyOf: (thing: T) => string,
  within: string | null,
  max = MAX_MEMBERS,
): { groups: string[]; rest: readonly T[] } {
  if (things.length <= max) return { groups: [], rest: things }
  const group = within === null ? null : parse(within)
  for (let level = group === null ? 0 : levelOf(group) + 1; ; level++) {
    const groups = new Set<string>()
    const rest: T[] = []
    for (const thing of things) {
      const own = groupAt(keyOf(thing), level)
      if (own === null) rest.push(thing)
      else groups.add(nameOf(own))
    }
    // One group of all would be the same list again.
    if (groups.size !== 1 || rest.length > 0) return { groups: [...groups], rest }
  }
}
