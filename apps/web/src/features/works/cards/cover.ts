import type { CoverType } from '@otodana/contract'

import { useMediaAddress } from '#lib/api/media-address.ts'

/** Covers by their works. The server's page has them from wherever the page is from; they move when it has come alive. */
export function useCovers() {
  const address = useMediaAddress()
  const coverUrl = (workId: number, type: CoverType) => address(`/api/cover/${workId}.jpg?type=${type}`)
  return {
    coverUrl,
    /** Every size of a cover by its width in pixels, for `srcset`. */
    coverSrcSet: (workId: number) =>
      `${coverUrl(workId, '240x240')} 240w, ${coverUrl(workId, '360x360')} 360w, ${coverUrl(workId, 'main')} 560w`,
  }
}
