import type { ComponentType } from 'react'

import type { QueueTrack } from './queue/queue.ts'

/**
 * A button that keeps the work which is playing on this device. What keeps works imports the player and not the reverse, so
 * the shell passes it in.
 */
export type KeepPart = ComponentType<{ track: Pick<QueueTrack, 'workId' | 'workTitle'> }>
