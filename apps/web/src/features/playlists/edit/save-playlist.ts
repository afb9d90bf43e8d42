import {
  addWorksToPlaylist,
  createPlaylist,
  MAX_WORKS_AT_ONCE,
  type Playlist,
  type PlaylistPrivacy,
} from '@otodana/contract'

import { sendOrWait } from '#features/outbox/index.ts'
import type { Api } from '#lib/api/api.ts'

/** A playlist as entered. */
export type Draft = {
  name: string
  description: string
  privacy: PlaylistPrivacy
  /** Codes of works to add, without duplicates. */
  codes: readonly string[]
}

/** Progress of saving; a retry continues from it. */
export type Progress = {
  playlist: Playlist | null
  /** Codes already sent. */
  stored: ReadonlySet<string>
  /** Those of them that are not in the library. */
  notFound: readonly string[]
  /** What is left to save waits on this device. */
  isWaiting: boolean
}

/** @param playlist  the playlist to edit; null for a new one */
export function noProgress(playlist: Playlist | null): Progress {
  return { playlist, stored: new Set(), notFound: [], isWaiting: false }
}

/** Returns the changed fields: only those are sent, because another device may be changing others. */
export function changesOf(
  playlist: Playlist,
  { name, description, privacy }: Draft,
): { name?: string; description?: string; privacy?: PlaylistPrivacy } {
  return {
    ...(name.trim() === playlist.name ? {} : { name: name.trim() }),
    ...(description === playlist.description ? {} : { description }),
    ...(privacy === playlist.privacy ? {} : { privacy }),
  }
}

/**
 * Creates or changes a playlist and adds the works, a thousand per call.
 *
 * @param locale  the language of its name
 * @param canWait  whether a new playlist may wait on this device
 * @param onProgress  called after each call
 * @returns the final progress
 * @throws {ApiError} a call failed; what was reported before is stored
 */
export async function savePlaylist(
  api: Api,
  draft: Draft,
  locale: string,
  begun: Progress,
  onProgress: (progress: Progress) => void,
  canWait = true,
): Promise<Progress> {
  let progress = begun
  const advance = (next: Partial<Progress>) => {
    progress = { ...progress, ...next }
    onProgress(progress)
  }
  const advanceBy = (codes: readonly string[], notFound: readonly string[], playlist: Playlist) =>
    advance({
      playlist,
      stored: new Set([...progress.stored, ...codes]),
      notFound: [...progress.notFound, ...notFound],
    })
  const nextCodes = () => draft.codes.filter((code) => !progress.stored.has(code)).slice(0, MAX_WORKS_AT_ONCE)

  if (progress.playlist === null) {
    const { name, description, privacy } = draft
    const works = nextCodes()
    const details = { name: name.trim(), description, privacy, locale }
    const made =
      canWait && works.length === draft.codes.length
        ? await sendOrWait(api, { kind: 'creation', details, works })
        : await api(createPlaylist, { body: { ...details, works } })
    if (made === null) return { ...progress, isWaiting: true }
    const { notFound, ...playlist } = made
    advanceBy(works, notFound, playlist)
  } else {
    const changes = changesOf(progress.playlist, draft)
    if (Object.keys(changes).length > 0) {
      const { id, name, description, privacy } = progress.playlist
      const base = Object.fromEntries(
        Object.entries({ name, description, privacy }).filter(([field]) => field in changes),
      )
      const edited = await sendOrWait(api, { kind: 'metadata', playlist: { id, name }, change: changes, base })
      if (edited !== null) advance({ playlist: edited })
      // Codes are looked up by the server.
      else if (draft.codes.length === 0) return { ...progress, isWaiting: true }
    }
  }
  for (let works = nextCodes(); works.length > 0; works = nextCodes()) {
    const playlist = progress.playlist!
    const { notFound } = await api(addWorksToPlaylist, { body: { id: playlist.id, works } })
    advanceBy(works, notFound, playlist)
  }
  return progress
}
