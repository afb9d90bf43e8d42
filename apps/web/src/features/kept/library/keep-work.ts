import { coverPath, getWork, getWorkInfo, listChapters, listSounds, type TrackNode } from '@otodana/contract'

import { type Api, ApiError } from '#lib/api/api.ts'
import { coverSizes, type KeptCover, type KeptDatabase, type Picture } from '#lib/kept/schema.ts'

import type { PlannedFile } from './plan-files.ts'
import { type Draft, writeWork } from './write-works.ts'

type Deps = {
  db: KeptDatabase
  api: Api
  /** Fetches a cover by its path in the API. */
  fetchCover: (path: string) => Promise<Response>
  now: () => number
  /** Whether the owner is still the present visitor: reading a work takes a while. */
  isPresent: () => boolean
}

type Kept = Pick<Draft, 'owner' | 'quality' | 'isOfList'> & {
  workId: number
  tree: readonly TrackNode[]
  files: readonly PlannedFile[]
  isMember: boolean
}

/** What other clients do not read, as the work's page asks for it. */
const ours = { withCoverTone: 1, withFacts: 1, withEditions: 1 } as const

/**
 * Keeps a work: what its page and the player need is stored at once, its files wait to be fetched.
 *
 * @throws {ApiError} the work could not be read
 */
export async function keepWork({ db, api, fetchCover, now, isPresent }: Deps, kept: Kept): Promise<void> {
  const { owner, workId, quality, isOfList = false, tree, files, isMember } = kept
  const read = await readWork({ api, fetchCover }, { workId, isMember, tree })
  // Signing out has removed all that is the owner's.
  if (!isPresent()) return
  await writeWork(db, { owner, quality, isOfList, files, ...read }, now())
}

/**
 * Reads what is stored of a work beside its files.
 *
 * @throws {ApiError} the work could not be read
 */
export async function readWork(
  { api, fetchCover }: Pick<Deps, 'api' | 'fetchCover'>,
  { workId, isMember, tree }: Pick<Kept, 'workId' | 'isMember' | 'tree'>,
): Promise<Pick<Draft, 'work' | 'answers' | 'covers'>> {
  const params = { id: String(workId) }
  const [work, sounds, chapters, covers] = await Promise.all([
    api(isMember ? getWork : getWorkInfo, { params, query: ours }),
    optional(api(listSounds, { params })),
    optional(api(listChapters, { params })),
    fetchCovers(workId, fetchCover),
  ])
  const answers = {
    tracks: JSON.stringify(tree),
    ...(sounds && { sounds: JSON.stringify(sounds) }),
    ...(chapters && { chapters: JSON.stringify(chapters) }),
  }
  return { work, answers, covers }
}

/** The work can be listened to without it. */
async function optional<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

async function fetchCovers(workId: number, fetchCover: Deps['fetchCover']): Promise<Draft['covers']> {
  const found = await Promise.all(
    coverSizes.map(async (size): Promise<[KeptCover['size'], Picture] | null> => {
      const answer = await fetchCover(coverPath(workId, size)).catch(() => null)
      if (!answer?.ok) return null
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return [size, { bytes, contentType: answer.headers.get('content-type') ?? '' }]
    }),
  )
  return Object.fromEntries(found.filter((each) => each !== null))
}
