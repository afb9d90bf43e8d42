import { endpointUrl } from '#lib/api/api.ts'
import { ApiError } from '#lib/api/api.ts'
import { apiBase } from '#lib/api/api-base.ts'
import { mediaAddress } from '#lib/api/media-address.ts'

import { uploadCover } from '@otodana/contract'

const SIZES = ['main', '240x240', '360x360', 'sam'] as const

/**
 * Stores a picture that can then be set as the work's cover.
 *
 * @throws {ApiError}
 */
export async function sendCover(workId: number, picture: File, token: string | null): Promise<{ uploaded: string }> {
  const address = apiBase() + endpointUrl(uploadCover, { params: { id: workId } })
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': picture.type === '' ? 'application/octet-stream' : picture.type,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: picture,
  }).catch((error: unknown) => {
    throw new ApiError(0, 'client.network', 'Network error', { cause: error })
  })
  const answer = (await response.json().catch(() => ({}))) as { uploaded?: string; error?: string }
  if (response.ok && answer.uploaded !== undefined) return { uploaded: answer.uploaded }
  throw new ApiError(response.status, answer.error, answer.error ?? `${response.status} ${response.statusText}`)
}

/** Replaces a work's cover in the browser's cache, where it may stay for a day, and on the page. */
export async function refreshCover(workId: number): Promise<void> {
  const path = `/api/cover/${workId}.jpg?type=`
  // A cover that cannot be fetched now is fetched when it is shown.
  await Promise.allSettled(SIZES.map((size) => fetch(mediaAddress(path + size), { cache: 'reload' })))
  const mark = `&shown=${Date.now()}`
  for (const image of document.querySelectorAll<HTMLImageElement>(`img[src*="${path}"]`)) {
    const { src, srcset } = image
    if (srcset !== '') image.srcset = srcset.replace(/(\S*\/api\/cover\/\S+)/g, `$1${mark}`)
    image.src = src + mark
  }
}
