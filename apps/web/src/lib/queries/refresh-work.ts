import type { QueryClient } from '@tanstack/react-query'

import { mediaAddress } from '#lib/api/media-address.ts'

const COVER_SIZES = ['main', '240x240', '360x360', 'sam'] as const

type Screens = {
  /** Loads what screens read before they are rendered, such as their titles. */
  invalidate: () => Promise<void>
  options: { context: { queryClient: QueryClient } }
}

/** Shows a work's changed metadata on every screen: lists, names and pages may all have it. */
export async function refreshWork(
  { invalidate, options }: Screens,
  workId: number,
  isCoverNew: boolean,
): Promise<void> {
  const { queryClient } = options.context
  const stale = queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'editing' })
  await Promise.all([stale, isCoverNew ? refreshCover(workId) : undefined])
  await invalidate()
}

/** Replaces a work's cover in the browser's cache, where it may stay for a day, and on the page. */
async function refreshCover(workId: number): Promise<void> {
  const path = `/api/cover/${workId}.jpg?type=`
  // A cover that cannot be fetched now is fetched when it is shown.
  await Promise.allSettled(COVER_SIZES.map((size) => fetch(mediaAddress(path + size), { cache: 'reload' })))
  const mark = `&shown=${Date.now()}`
  for (const image of document.querySelectorAll<HTMLImageElement>(`img[src*="${path}"]`)) {
    const { src, srcset } = image
    if (srcset !== '') image.srcset = srcset.replace(/(\S*\/api\/cover\/\S+)/g, `$1${mark}`)
    image.src = src + mark
  }
}
