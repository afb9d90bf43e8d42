import { MAX_SELECTION_LENGTH, type TrackFile } from '@otodana/contract'

import { ApiError } from '#lib/api/api.ts'
import { mediaAddress } from '#lib/api/media-address.ts'

import { type Chosen, selectionText } from '../dialog/selection.ts'

/** Returns the archive's URL; null if the selection has too many gaps. */
export function zipPath(workId: number, files: readonly TrackFile[], chosen: Chosen): string | null {
  const path = `/api/media/zip/${workId}`
  if (files.every(({ hash }) => chosen.has(hash))) return path
  const selection = selectionText(files, chosen)
  return selection.length > MAX_SELECTION_LENGTH ? null : `${path}?files=${selection}`
}

const keys: Record<number, string> = {
  401: 'jwt expired',
  404: 'file.notFound',
  429: 'request.tooMany',
  503: 'file.unreadable',
}

/**
 * Lets the browser download an archive. Checks with the server first, because the browser would only report a failure.
 *
 * @throws {ApiError}
 */
export async function saveZip(path: string): Promise<void> {
  const address = mediaAddress(path)
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch((error: unknown) => {
    throw new ApiError(0, 'client.network', 'Network error', { cause: error })
  })
  if (!answer.ok) throw new ApiError(answer.status, keys[answer.status], `${answer.status} ${answer.statusText}`)
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
