import { queryOptions } from '@tanstack/react-query'

import { openEngine } from './open-engine.ts'

/** All that is asked of this device's database. */
export const LOCAL_SUBTITLES = ['local-subtitles']

/** Bytes are compared as such, nothing of it changes by itself, and no server is asked. */
const onDevice = { staleTime: Infinity, structuralSharing: false, networkMode: 'always' } as const

export const localSubtitleQueries = {
  packages: () =>
    queryOptions({
      ...onDevice,
      queryKey: [...LOCAL_SUBTITLES, 'packages'],
      queryFn: async () => (await openEngine()).listPackages(),
    }),
  /** The subtitles of a work. To be asked for where `hasLocalSubtitles` says that there are some. */
  ofWork: (workId: number) =>
    queryOptions({
      ...onDevice,
      queryKey: [...LOCAL_SUBTITLES, 'work', workId],
      queryFn: async () => (await openEngine()).subtitlesOfWork(workId),
    }),
  storage: () =>
    queryOptions({
      ...onDevice,
      staleTime: 0,
      queryKey: [...LOCAL_SUBTITLES, 'storage'],
      queryFn: async () => (await import('./engine.ts')).storageState(),
    }),
}
