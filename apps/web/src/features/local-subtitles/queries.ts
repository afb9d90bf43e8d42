import { queryOptions } from '@tanstack/react-query'

import { openEngine } from './open-engine.ts'

/** Key of all queries of this device's database. */
export const LOCAL_SUBTITLES = ['local-subtitles']

/** Local data never change by themselves, and contain bytes that must not be compared deeply. */
const onDevice = { staleTime: Infinity, structuralSharing: false, networkMode: 'always' } as const

export const localSubtitleQueries = {
  packages: () =>
    queryOptions({
      ...onDevice,
      queryKey: [...LOCAL_SUBTITLES, 'packages'],
      queryFn: async () => (await openEngine()).listPackages(),
    }),
  /** The subtitles of a work. Use it only if `hasLocalSubtitles`. */
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
