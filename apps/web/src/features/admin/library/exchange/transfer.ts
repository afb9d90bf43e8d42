import { exportMetadata, type ExportField, importMetadata, type ImportReport } from '@otodana/contract'

import { apiSession } from '#features/accounts/index.ts'
import { createApi, endpointUrl } from '#lib/api/api.ts'

import { fetchFile } from '../../fetch-file.ts'

type UploadOptions = {
  /** Only says what an import would do. */
  isCheck: boolean
  /** @param share  0 to 1: how much has been sent */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a file of works.
 *
 * @throws {ApiError} refused
 * @throws {DOMException} `AbortError`
 */
export async function uploadWorks(file: Blob, { isCheck, onProgress, signal }: UploadOptions): Promise<ImportReport> {
  const send: typeof fetch = (address, init) => {
    const { url } = new Request(address)
    return sendFile(url, new Headers(init?.headers), file, onProgress, signal)
  }
  return createApi({ fetch: send, caller: apiSession })(importMetadata, { query: { check: isCheck ? 1 : 0 } })
}

/** `fetch` cannot say how much of a file has been sent. */
function sendFile(
  url: string,
  headers: Headers,
  file: Blob,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    headers.set('content-type', 'application/x-ndjson')
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('Failed to fetch'))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

/**
 * Fetches the works of the library as lines of an import file.
 *
 * @param missing  only works that lack one of these, to be filled in; empty: all
 * @throws {ApiError} refused, or no answer
 */
export async function downloadWorks(missing: readonly ExportField[]): Promise<Blob> {
  return fetchFile(endpointUrl(exportMetadata, { query: { missing: missing.join(',') } }))
}
