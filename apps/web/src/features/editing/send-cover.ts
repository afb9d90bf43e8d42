import { endpointUrl } from '#lib/api/api.ts'
import { ApiError } from '#lib/api/api.ts'
import { apiBase } from '#lib/api/api-base.ts'

import { uploadCover } from '@otodana/contract'

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
