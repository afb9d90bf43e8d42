import type { QueueTrack } from '../queue/queue.ts'

/** A track that differs from others by its hash. */
export function aTrack(hash: string, over: Partial<QueueTrack> = {}): QueueTrack {
  return {
    hash,
    title: `Track ${hash}`,
    workTitle: 'Rain over the old pier',
    workId: 1_000_001,
    workPath: '/work/RJ01000001',
    coverUrl: '/api/cover/1000001.jpg',
    largeCoverUrl: '/api/cover/1000001.jpg?type=main',
    streamUrl: `/api/media/stream/${hash}`,
    lowQualityUrl: '',
    downloadUrl: `/api/media/download/${hash}`,
    durationSeconds: 60,
    ...over,
  }
}

export function someTracks(count: number): QueueTrack[] {
  return Array.from({ length: count }, (_, index) => aTrack(`1/${index}`))
}
