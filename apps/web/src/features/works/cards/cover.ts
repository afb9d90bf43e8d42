import type { CoverType } from '@otodana/contract'

import { useMediaAddress } from '#lib/api/media-address.ts'

/** URLs of covers. The server's page uses its own origin; they change after hydration. */
export function useCovers() {
  const address = useMediaAddress()
  const coverUrl = (workId: number, type: CoverType) => address(`/api/cover/${workId}.jpg?type=${type}`)
  return {
    coverUrl,
    /** `srcset` with every size of a cover by width in pixels. */
    coverSrcSet: (workId: number) =>
      `${coverUrl(workId, '240x240')} 240w, ${coverUrl(workId, '360x360')} 360w, ${coverUrl(workId, 'main')} 560w`,
  }
}
