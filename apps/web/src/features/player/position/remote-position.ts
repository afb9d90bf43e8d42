import type { DevicePosition } from '#lib/queries/playback-positions-query.ts'

import { isActive, type PlayerCommands } from '../commands.ts'
import { decideRemotePosition, type RemotePositionAnswer } from './remote-position-rules.ts'
import { readPositions } from './saved-positions.ts'
import { findPosition, type SavedPosition } from './positions.ts'
import { playback } from '../engine/page-engine.ts'
import { player, playerStore } from '../player.ts'
import { isSamePosition } from './position-rules.ts'
import type { PlayerStore } from '../player.store.ts'
import { currentTrack, type QueueTrack } from '../queue/queue.ts'

/** A later answer does not seek by itself: the listener has begun to listen. */
export const AUTO_SEEK_WITHIN_MS = 1_500
/** The furthest that playback can move the position in that time. */
const LEAP_WITHIN_SECONDS = 6
/** How long the notice about the new position is shown. */
export const NOTICE_MS = 20_000

export type Devices = {
  deviceId: string
  /** The positions of a work's tracks on each device; null if they cannot be loaded. */
  find(workId: number): Promise<readonly DevicePosition[] | null>
  answers: { of(hash: string): RemotePositionAnswer; write(hash: string, noted: RemotePositionAnswer): void }
}

type Tab = { store: PlayerStore; player: PlayerCommands; position(): number; readPositions(): readonly SavedPosition[] }

/**
 * Checks the remote positions whenever a track begins or resumes. If a device disagrees, the listener is asked
 * (`remotePosition` in the store); a track never played here continues from there. Playback waits for neither.
 */
export function followRemotePosition(tab: Tab, { deviceId, find, answers }: Devices): () => void {
  const { store, player, position } = tab
  let hash: string | null = null
  let wasActive = false
  /** The position that the notice is about. */
  let shown: DevicePosition | null = null
  let looks = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(place: DevicePosition | null, isTaken = false) {
    clearTimeout(timer)
    shown = place
    const { remotePosition } = store.getState()
    if (place) {
      const { seconds, atMs, device } = place
      store.setState({ remotePosition: { seconds, atMs, device: device.name, isTaken } })
      if (isTaken) timer = setTimeout(show, NOTICE_MS, null)
    } else if (remotePosition) store.setState({ remotePosition: null })
  }

  const settle = ({ hash: of, serverMs }: DevicePosition) => answers.write(of, { settledMs: serverMs, askedMs: null })

  async function look(track: QueueTrack) {
    const look = ++looks
    const sinceMs = Date.now()
    // The local position from before this playback.
    const own = findPosition(tab.readPositions(), track.hash)
    const found = await find(track.workId)
    if (look !== looks || !found) return
    const places = found.filter((place) => place.hash === track.hash)
    const answer = answers.of(track.hash)
    const decision = decideRemotePosition({ own, nowSeconds: position(), places, deviceId, answer })
    if (!decision) return
    const { asks, place } = decision
    const isAtStart = position() < LEAP_WITHIN_SECONDS && Date.now() - sinceMs <= AUTO_SEEK_WITHIN_MS
    const leaps = !asks && isAtStart
    // Too late to seek by itself, and too near to ask.
    if (!leaps && isSamePosition(place.seconds, position())) return
    if (!leaps) {
      answers.write(track.hash, { ...answer, askedMs: Math.min(own?.atMs ?? 0, answer.askedMs ?? Infinity) })
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
      // The question disappears with its track, unanswered.
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

/** The same for this page's player. */
export const followRemotePositions = (devices: Devices): (() => void) =>
  followRemotePosition({ store: playerStore, player, position: playback.position, readPositions }, devices)
