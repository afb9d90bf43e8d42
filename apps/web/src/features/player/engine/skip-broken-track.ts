import { mediaAddress } from '#lib/api/media-address.ts'

import type { PlayerCommands } from '../commands.ts'
import { followPlayer } from '../follow-player.ts'
import type { PlayerStore } from '../player.store.ts'
import { upcomingTracks } from '../prefetch/prefetch-plan.ts'
import { currentTrack } from '../queue/queue.ts'

/** How long the error is shown before the next track begins; a listener may not be looking at the screen. */
export const SKIP_AFTER_SECONDS = 5
/** After so many in a row the next broken track is not skipped: the cause is hardly the files. */
export const MAX_SKIPPED = 3
/** A track that has sounded this long is not broken. */
const SOUNDS_SECONDS = 5

/**
 * Skips a track that should play and is broken. It skips only if the track's file is reachable, or is gone while the
 * next track's is reachable: an unreachable server must not run through the queue. A few in a row are skipped, and never
 * more than once through the queue.
 *
 * @returns a function that stops it
 */
export function skipBrokenTracks(
  store: PlayerStore,
  player: Pick<PlayerCommands, 'next'>,
  isThere: (url: string) => Promise<boolean>,
): () => void {
  let skipTimer: ReturnType<typeof setTimeout> | undefined
  let soundTimer: ReturnType<typeof setTimeout> | undefined
  let isSkipping = false

  async function skip() {
    const { queue, skipped } = store.getState()
    const track = currentTrack(queue)
    if (!track || skipped >= Math.min(MAX_SKIPPED, queue.tracks.length - 1)) return
    const isStillBroken = () => {
      const { queue, problem } = store.getState()
      return problem === 'unplayable' && currentTrack(queue)?.hash === track.hash
    }
    const isReachable = async () => {
      if (await isThere(track.streamUrl)) return true
      const next = upcomingTracks(store.getState().queue)[0]
      return next !== undefined && isThere(next.streamUrl)
    }
    if (!(await isReachable()) || !isStillBroken()) return
    skipTimer = setTimeout(() => {
      if (!isStillBroken()) return
      isSkipping = true
      player.next()
      isSkipping = false
    }, SKIP_AFTER_SECONDS * 1000)
  }

  function setSkipped(skipped: number) {
    if (store.getState().skipped !== skipped) store.setState({ skipped })
  }

  const unsubscribe = followPlayer(store, ({ queue, status, problem, silencedMs }, before) => {
    const isOther = currentTrack(queue)?.hash !== currentTrack(before.queue)?.hash
    if (isOther) setSkipped(isSkipping ? store.getState().skipped + 1 : 0)
    if (isOther || status !== before.status) {
      clearTimeout(soundTimer)
      if (status === 'playing') soundTimer = setTimeout(() => setSkipped(0), SOUNDS_SECONDS * 1000)
    }
    if (problem === before.problem) return
    clearTimeout(skipTimer)
    // A track loaded while paused was not meant to play.
    if (problem === 'unplayable' && silencedMs !== null) void skip()
  })
  return () => {
    clearTimeout(skipTimer)
    clearTimeout(soundTimer)
    unsubscribe()
  }
}

/** Sends a HEAD request; false also if CORS hides the answer. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    return (await fetch(mediaAddress(url), { method: 'HEAD' })).ok
  } catch {
    return false
  }
}
