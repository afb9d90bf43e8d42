import type { StoreApi } from 'zustand/vanilla'

import type { QualityBehavior } from '#features/settings/index.ts'

import type { AudioEngine } from '../engine/audio-engine.ts'
import { type Stream, streamOf } from '../engine/quality.ts'
import { effectiveRate, isActive } from '../commands.ts'
import type { PlayerStore } from '../player.store.ts'
import type { QueueTrack } from '../queue/queue.ts'
import { isLastOfWork } from '../queue/work-end.ts'
import { upcomingTracks } from './prefetch-plan.ts'

/** Before the end of a track: enough to decode the start of the next. */
const AHEAD_SECONDS = 20

type Deps = {
  store: PlayerStore
  engine: AudioEngine
  settings: Pick<StoreApi<{ qualityBehavior: QualityBehavior }>, 'getState'>
  /** Returns the local URL of a track that is on this device, or null. */
  findLocal: (track: QueueTrack, stream: Stream) => string | null
}

/**
 * Prepares the next track shortly before the end of the current one, if it is on this device: from the network a
 * browser would fetch as much as it likes.
 */
export function connectPrepareNext({ store, engine, settings, findLocal }: Deps): () => void {
  return engine.onPosition(() => {
    const state = store.getState()
    const duration = engine.duration()
    const next = upcomingTracks(state.queue)[0]
    const isNear = duration !== null && (duration - engine.position()) / effectiveRate(state) <= AHEAD_SECONDS
    if (!next || !isNear || !isActive(state.status)) return
    if (state.stopsAtEndOf === 'track' || (state.stopsAtEndOf === 'work' && isLastOfWork(state.queue))) return
    const local = findLocal(next, streamOf(next, settings.getState().qualityBehavior, false))
    if (local !== null) engine.prepare(local)
  })
}
