import { mediaAddress } from '#lib/media-address.ts'

import type { PlayerCommands } from '../commands.ts'
import { followPlayer } from '../follow-player.ts'
import type { PlayerStore } from '../player.store.ts'
import { upcomingTracks } from '../prefetch/prefetch-plan.ts'
import { currentTrack } from '../queue/queue.ts'

/** How long a track that cannot be played is told of before the next one begins: who listens in the dark does not look. */
export const SKIP_AFTER_SECONDS = 5

/**
 * Goes on to the next track when one that was to sound is broken. Only when its file is there, or is gone while the next
 * one's is there: a server or a disk that is away for a while is no reason to run through the queue. At most once round
 * the queue, until something is heard again.
 *
 * @param isThere  whether the address of a track's sound is answered
 * @returns a function that ends it
 */
export function skipBrokenTracks(
  store: PlayerStore,
  player: Pick<PlayerCommands, 'next'>,
  isThere: (url: string) => Promise<boolean>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let passed = 0

  async function passOver() {
    const track = currentTrack(store.getState().queue)
    if (!track || passed + 1 >= store.getState().queue.tracks.length) return
    const isStillBroken = () => {
      const { queue, trouble } = store.getState()
      return trouble === 'unplayable' && currentTrack(queue)?.hash === track.hash
    }
    const isReachable = async () => {
      if (await isThere(track.streamUrl)) return true
      const next = upcomingTracks(store.getState().queue)[0]
      return next !== undefined && isThere(next.streamUrl)
    }
    if (!(await isReachable()) || !isStillBroken()) return
    timer = setTimeout(() => {
      if (!isStillBroken()) return
      passed++
      player.next()
    }, SKIP_AFTER_SECONDS * 1000)
  }

  const unsubscribe = followPlayer(store, ({ status, trouble, silencedMs }, before) => {
    if (status === 'playing') passed = 0
    if (trouble === before.trouble) return
    clearTimeout(timer)
    // What is only made ready while it is paused is nobody's to begin.
    if (trouble === 'unplayable' && silencedMs !== null) void passOver()
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}

/** Asks for the head of it alone; false too where another origin does not say. */
export async function isReachable(url: string): Promise<boolean> {
  try {
    return (await fetch(mediaAddress(url), { method: 'HEAD' })).ok
  } catch {
    return false
  }
}
