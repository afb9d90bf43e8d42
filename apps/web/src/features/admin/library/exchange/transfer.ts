import { exportMetadata, type ExportField, importMetadata, type ImportReport } from '@otodana/contract'

import { apiSession } from '#features/accounts/index.ts'
import { createApi, endpointUrl } from '#lib/api/api.ts'
import { type UploadProgress, uploadFetch } from '#lib/api/upload-fetch.ts'

import { fetchFile } from '../../fetch-file.ts'

type UploadOptions = UploadProgress & {
  /** Only says what an import would do. */
  isCheck: boolean
}

/**
 * Sends a file of works.
 *
 * @throws {ApiError} refused
 * @throws {DOMException} `AbortError`
 */
export async function uploadWorks(file: Blob, { isCheck, onProgress, signal }: UploadOptions): Promise<ImportReport> {
  const send = uploadFetch(file, { type: 'application/x-ndjson', onProgress, signal })
  return createApi({ fetch: send, caller: apiSession })(importMetadata, { query: { check: isCheck ? 1 : 0 } })
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
