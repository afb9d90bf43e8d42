import { playback } from './engine/page-engine.ts'
import { playerStore } from './player.ts'
import { currentTrack } from './queue/queue.ts'

/** Returns the player's state for reports, without titles or addresses. */
export function playerFacts(): Record<string, string | number | boolean | null> {
  const { queue, status, stream, isKept, hasFallenBack, volume, rate, level, isMuted, problem } = playerStore.getState()
  return {
    status,
    problem,
    track: currentTrack(queue)?.hash ?? null,
    // Without a queue there may be no engine.
    position: queue.tracks.length === 0 ? null : Math.round(playback.position() * 10) / 10,
    queue: `${queue.tracks.length === 0 ? 0 : queue.index + 1} / ${queue.tracks.length}`,
    mode: queue.mode,
    stream,
    isKept,
    hasFallenBack,
    volume: isMuted ? 0 : volume,
    level,
    rate,
  }
}
