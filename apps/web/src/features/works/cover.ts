import type { CoverType } from '@otodana/contract'

import { mediaAddress } from '#lib/media-address.ts'

/** Relative, so that a cover comes from wherever the page came from. */
export function coverUrl(workId: number, type: CoverType): string {
  return mediaAddress(`/api/cover/${workId}.jpg?type=${type}`)
}

/** Every size of a cover by its width in pixels, for `srcset`. */
export function coverSrcSet(workId: number): string {
  return `${coverUrl(workId, '240x240')} 240w, ${coverUrl(workId, '360x360')} 360w, ${coverUrl(workId, 'main')} 560w`
}
