import type { MediaFile } from '#features/media/index.ts'
import { isS3Path } from '#storage/s3-settings.ts'

import type { DavFile } from './webdav.repository.ts'

/**
 * Returns the ETag that lists give a file without asking its disk or store. Where nginx sends the file, it is the one that nginx
 * makes of time and size.
 */
export function listedEtag(file: DavFile, isSentByProxy = false): string {
  const { id, size_bytes: sizeBytes, mtime_ms: mtimeMs, fingerprint } = file
  if (isSentByProxy) return `"${Math.floor(mtimeMs / 1_000).toString(16)}-${sizeBytes.toString(16)}"`
  const content = fingerprint.replaceAll(/[^\w-]/g, '').slice(0, 16)
  return `"${[id, sizeBytes.toString(36), mtimeMs.toString(36), content].join('-')}"`
}

/** Returns the file with the ETag that lists give it, unless it has changed since the last scan. */
export function withListedEtag(file: MediaFile, listed: DavFile, root: string): MediaFile {
  const { sizeBytes, modifiedMs } = file.stored
  // A store answers for one object with seconds only.
  const precision = isS3Path(root) ? 1_000 : 1
  const isSameTime = Math.floor(modifiedMs / precision) === Math.floor(listed.mtime_ms / precision)
  return isSameTime && sizeBytes === listed.size_bytes ? { ...file, etag: listedEtag(listed) } : file
}
