import { apiSession } from '#features/accounts/index.ts'
import { apiBase } from '#lib/api/api-base.ts'
import { ApiError, errorBody } from '#lib/api/api.ts'

/**
 * Fetches a file that only administrators may have: a link could not send the session.
 *
 * @param url  of the API
 * @throws {ApiError} refused, or no answer
 */
export async function fetchFile(url: string): Promise<Blob> {
  const token = apiSession.token()
  const noAnswer = (error: unknown) => {
    throw new ApiError(0, 'client.network', error instanceof Error ? error.message : 'Network error', { cause: error })
  }
  const response = await fetch(apiBase() + url, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  }).catch(noAnswer)
  if (!response.ok) {
    const { error: key } = await errorBody(response)
    throw new ApiError(response.status, key, key ?? `${response.status} ${response.statusText}`.trim())
  }
  return response.blob().catch(noAnswer)
}
