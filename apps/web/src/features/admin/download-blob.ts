import { apiSession } from '#features/accounts/index.ts'
import { apiBase } from '#lib/api/api-base.ts'
import { ApiError, errorBody } from '#lib/api/api.ts'

/**
 * Fetches a file from the API.
 *
 * @throws {ApiError} refused, or no answer
 */
export async function downloadBlob(path: string): Promise<Blob> {
  const token = apiSession.token()
  const response = await fetch(apiBase() + path, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  }).catch((error: unknown) => {
    throw new ApiError(0, 'client.network', error instanceof Error ? error.message : 'Network error', { cause: error })
  })
  if (!response.ok) {
    const { error: key } = await errorBody(response)
    throw new ApiError(response.status, key, key ?? `${response.status} ${response.statusText}`.trim())
  }
  return response.blob()
}
