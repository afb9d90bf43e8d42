import { mediaAddress } from '#lib/api/media-address.ts'

import type { PlayerCommands } from '../commands.ts'
import { followPlayer } from '../follow-player.ts'
import type { PlayerStore } from '../player.store.ts'
import { upcomingTracks } from '../prefetch/prefetch-plan.ts'
import { currentTrack } from '../queue/queue.ts'

/** How long the error is shown before the next track begins; a listener may not be looking at the screen. */
export const SKIP_AFTER_SECONDS = 5

/**
 * Skips a track that should play and is broken. It skips only if the track's file is reachable, or is gone while the
 * next track's is reachable: an unreachable server must not run through the queue. Skips at most once through the queue
 * until something plays again.
 *
 * @returns a function that stops it
 */
export function skipBrokenTracks(
  store: PlayerStore,
  player: Pick<PlayerCommands, 'next'>,
  isThere: (url: string) => Promise<boolean>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let skipped = 0

  async function skip() {
    const track = currentTrack(store.getState().queue)
    if (!track || skipped + 1 >= store.getState().queue.tracks.length) return
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
    timer = setTimeout(() => {
      if (!isStillBroken()) return
      skipped++
      player.next()
    }, SKIP_AFTER_SECONDS * 1000)
  }

  const unsubscribe = followPlayer(store, ({ status, problem, silencedMs }, before) => {
    if (status === 'playing') skipped = 0
    if (problem === before.problem) return
    clearTimeout(timer)
    // A track loaded while paused was not meant to play.
    if (problem === 'unplayable' && silencedMs !== null) void skip()
  })
  return () => {
    clearTimeout(timer)
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
