import {
  addTagsToWork,
  addWorksToPlaylist,
  beginListening,
  createPlaylist,
  deletePlaylist,
  editPlaylist,
  finishListening,
  likePlaylist,
  moveWorkInPlaylist,
  putReview,
  removeFromHistory,
  removeWorksFromPlaylist,
  unlikePlaylist,
  voteOnTag,
} from '@otodana/contract'

import { type Api, type CallOptions, isMissing } from '#lib/api/api.ts'

import type { Write } from './writes.ts'

type Of<K extends Write['kind']> = Extract<Write, { kind: K }>
type Sender<K extends Write['kind']> = (
  api: Api,
  write: Of<K>,
  isBased: boolean,
  options: CallOptions,
) => Promise<unknown>

const senders = {
  // `starOnly=0`, so that null clears a field: otherwise the server takes it for "unchanged", as other clients mean it.
  review: (api, { work, change, base }, isBased, options) =>
    api(
      putReview,
      { query: { starOnly: 0 }, body: { work_id: work.id, ...change, ...(isBased && { base }) } },
      options,
    ),
  metadata: (api, { playlist, change, base }, isBased, options) =>
    api(editPlaylist, { body: { id: playlist.id, data: change, ...(isBased && { base }) } }, options),
  listened: (api, { work, progress }, _, options) =>
    api(progress === 'listening' ? beginListening : finishListening, { body: { work_id: work.id } }, options),
  membership: (api, { playlist, work, isIn, place }, _, options) => {
    const body = { id: playlist.id, works: [work.id] }
    if (!isIn) return api(removeWorksFromPlaylist, { body }, options)
    return api(addWorksToPlaylist, { body: place === undefined ? body : { ...body, places: [place] } }, options)
  },
  move: (api, { playlist, work, position, base }, isBased, options) =>
    api(moveWorkInPlaylist, { body: { id: playlist.id, work: work.id, position, ...(isBased && { base }) } }, options),
  like: (api, { playlist, isLiked }, _, options) =>
    api(isLiked ? likePlaylist : unlikePlaylist, { body: { id: playlist.id } }, options),
  // These calls know no key. Without the playlist there is nothing left to do, and another device may have done it.
  deletion: async (api, { playlist, base }, isBased, options) => {
    const id = playlist.id
    try {
      return await api(deletePlaylist, { body: { id, ...(isBased && { base }) } }, options)
    } catch (error) {
      if (isBased && isMissing(error)) return { id }
      throw error
    }
  },
  // A repeat finds its own vote, or tag, and changes nothing.
  vote: (api, { work, tag, change, base }, isBased, options) => {
    const own = { workID: work.id, tagID: tag.id, status: change.vote ?? 0 }
    return api(voteOnTag, { body: { ...own, ...(isBased && { base: { vote: base.vote ?? 0 } }) } }, options)
  },
  tags: (api, { work, tags }, _, options) =>
    api(addTagsToWork, { body: { workID: work.id, tagIDs: tags.map(({ id }) => id) } }, options),
  unheard: (api, { work, day }, _, options) =>
    api(removeFromHistory, { body: { entries: [{ day, work_id: work.id }] } }, options),
  creation: (api, { details, works }, _, options) =>
    api(createPlaylist, { body: { ...details, works: [...works] } }, options),
} satisfies { [K in Write['kind']]: Sender<K> }

/** The answer to a write of a kind. */
export type AnswerTo<W extends Write> = Awaited<ReturnType<(typeof senders)[W['kind']]>>

/**
 * Makes the call of a write.
 *
 * @param isBased  with what the member saw, so that nothing is overwritten that was changed elsewhere since
 * @throws {ApiError}
 */
export function sendWrite<W extends Write>(
  api: Api,
  write: W,
  isBased: boolean,
  options: CallOptions,
): Promise<AnswerTo<W>> {
  return senders[write.kind](api, write as never, isBased, options) as Promise<AnswerTo<W>>
}
