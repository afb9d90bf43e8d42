import type { Playlist } from '@otodana/contract'

import { presentAccount } from '#features/accounts/index.ts'
import { listOf, objectOf, text, wholeNumber } from '#lib/readers.ts'
import { deviceStorage, readJson, writeJson } from '#lib/storage/browser-storage.ts'

export type KnownPlaylist = Pick<Playlist, 'id' | 'name'>

const MOST = 100

const readKnown = objectOf({
  account: wholeNumber(0),
  lists: listOf(objectOf({ id: text(100), name: text(10_000) }), MOST),
})

/** Returns the member's playlists that this device has seen, those seen last first, for visits without the server. */
export function knownPlaylists(): readonly KnownPlaylist[] {
  const account = presentAccount()
  const known = account === null ? undefined : readJson(deviceStorage, 'known-playlists', readKnown)
  return known?.account === account ? (known?.lists ?? []) : []
}

/**
 * Notes playlists of the member.
 *
 * @param isAll  whether there are no others: what is not among them was deleted
 */
export function noteKnownPlaylists(seen: readonly KnownPlaylist[], isAll = false): void {
  const account = presentAccount()
  if (account === null) return
  const others = isAll ? [] : knownPlaylists().filter(({ id }) => seen.every((one) => one.id !== id))
  const lists = [...seen.map(({ id, name }) => ({ id, name })), ...others].slice(0, MOST)
  writeJson(deviceStorage, 'known-playlists', { account, lists })
}
