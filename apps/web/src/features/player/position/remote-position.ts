import type { DevicePlace } from '#lib/places-query.ts'

import { isActive, type PlayerCommands } from '../commands.ts'
import { decideRemotePosition, type Noted } from './remote-position-rules.ts'
import { readPositions } from './saved-positions.ts'
import { findPosition, type SavedPosition } from './positions.ts'
import { playback, player, playerStore } from '../player.ts'
import { isSamePosition } from './position-rules.ts'
import type { PlayerStore } from '../player.store.ts'
import { currentTrack, type QueueTrack } from '../queue/queue.ts'

/** Where this device is later than that to know of others, it does not leap: the listener has begun to listen. */
export const AUTO_SEEK_WITHIN_MS = 1_500
/** In which time the position moves by so much at the most. */
const LEAP_WITHIN_SECONDS = 6
/** How long it is told that a track goes on from where it was left elsewhere. */
export const NOTICE_MS = 20_000

export type Devices = {
  deviceId: string
  /** Where a work's tracks were left on each device; null when it cannot be known. */
  find(workId: number): Promise<readonly DevicePlace[] | null>
  notes: { of(hash: string): Noted; write(hash: string, noted: Noted): void }
}

type Tab = { store: PlayerStore; player: PlayerCommands; position(): number; readPositions(): readonly SavedPosition[] }

/**
 * Looks, whenever a track begins to sound or goes on, where it was left on other devices. Where two devices disagree, the
 * listener is asked (`elsewhere` in the store); a track that was not heard here goes on from there. The sound waits for
 * neither.
 */
export function followRemotePosition(tab: Tab, { deviceId, find, notes }: Devices): () => void {
  const { store, player, position } = tab
  let hash: string | null = null
  let wasActive = false
  /** What the listener is asked about, or told of. */
  let shown: DevicePlace | null = null
  let looks = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(place: DevicePlace | null, isTaken = false) {
    clearTimeout(timer)
    shown = place
    const { remotePosition } = store.getState()
    if (place) {
      const { seconds, atMs, device } = place
      store.setState({ remotePosition: { seconds, atMs, device: device.name, isTaken } })
      if (isTaken) timer = setTimeout(show, NOTICE_MS, null)
    } else if (remotePosition) store.setState({ remotePosition: null })
  }

  const settle = ({ hash: of, serverMs }: DevicePlace) => notes.write(of, { settledMs: serverMs, askedMs: null })

  async function look(track: QueueTrack) {
    const look = ++looks
    const sinceMs = Date.now()
    // As it was before anything is heard now.
    const own = findPosition(tab.readPositions(), track.hash)
    const found = await find(track.workId)
    if (look !== looks || !found) return
    const places = found.filter((place) => place.hash === track.hash)
    const noted = notes.of(track.hash)
    const decision = decideRemotePosition({ own, nowSeconds: position(), places, deviceId, noted })
    if (!decision) return
    const { asks, place } = decision
    const isAtStart = position() < LEAP_WITHIN_SECONDS && Date.now() - sinceMs <= AUTO_SEEK_WITHIN_MS
    const leaps = !asks && isAtStart
    // Too late to go there unasked, and too near to ask.
    if (!leaps && isSamePosition(place.seconds, position())) return
    if (!leaps) {
      notes.write(track.hash, { ...noted, askedMs: Math.min(own?.atMs ?? 0, noted.askedMs ?? Infinity) })
      show(place)
    } else {
      settle(place)
      player.seekTo(place.seconds)
      show(place, true)
    }
  }

  function handleChange() {
    const { queue, status, remotePosition } = store.getState()
    const track = currentTrack(queue)
    const isOther = (track?.hash ?? null) !== hash
    const begins = isActive(status) && (isOther || !wasActive)
    hash = track?.hash ?? null
    wasActive = isActive(status)
    if (isOther) {
      looks++
      // With its track the question goes; it has not been answered.
      show(null)
    } else if (shown && !remotePosition) {
      settle(shown)
      show(null)
    }
    if (begins && track) void look(track)
  }

  handleChange()
  const unsubscribe = store.subscribe(handleChange)
  return () => {
    unsubscribe()
    looks++
    hash = null
    show(null)
  }
}

/** In this page's player. */
export const followDevices = (devices: Devices): (() => void) =>
  followRemotePosition({ store: playerStore, player, position: playback.position, readPositions }, devices)
