import { SubsonicError } from './subsonic-error.ts'

/** What a client’s id names. Ids are texts: `c12` circle, `v{uuid}` voice actor, `w243448` work, `s99` recording. */
export type Item =
  | { kind: 'circle'; id: number }
  | { kind: 'voiceActor'; id: string }
  | { kind: 'work'; id: number }
  | { kind: 'song'; id: number }

export const circleId = (id: number): string => `c${id}`
export const voiceActorId = (id: string): string => `v${id}`
export const albumId = (workId: number): string => `w${workId}`
export const songId = (fileId: number): string => `s${fileId}`

/** The limit of a database integer. */
const MAX_ID = 2_147_483_647
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns null for what no id looks like. */
export function parseItem(text: string): Item | null {
  const rest = text.slice(1)
  if (text[0] === 'v') return UUID.test(rest) ? { kind: 'voiceActor', id: rest } : null
  const kind = ({ c: 'circle', w: 'work', s: 'song' } as const)[text[0] ?? '']
  if (kind === undefined || !/^\d{1,10}$/.test(rest)) return null
  const id = Number(rest)
  return id > MAX_ID ? null : { kind, id }
}

const names = { circle: 'artist', voiceActor: 'artist', work: 'album', song: 'song' } as const

/** @throws {SubsonicError} `notFound`: an id of something else, or none */
export function readItem<K extends Item['kind']>(text: string, ...kinds: readonly K[]): Extract<Item, { kind: K }> {
  const item = parseItem(text)
  const [first] = kinds
  if (item === null || !(kinds as readonly string[]).includes(item.kind)) {
    throw new SubsonicError('notFound', `There is no such ${first === undefined ? 'item' : names[first]}.`)
  }
  return item as Extract<Item, { kind: K }>
}
