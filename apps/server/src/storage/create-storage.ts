import { createLocalStorage } from './local.ts'
import { createS3Storage } from './s3.ts'
import { isS3Path, type S3Settings } from './s3-settings.ts'
import { currentRoots, type Storage, type StorageRoots } from './storage.ts'

/**
 * The library's files, each from its folder's storage.
 *
 * @param roots  the library folders: absolute paths, then `s3://bucket/prefix`
 * @param s3     access to the store; null if no folder is in one
 */
export function createStorage(roots: StorageRoots, s3: S3Settings | null): Storage {
  const local = createLocalStorage(async () => (await currentRoots(roots)).filter((root) => !isS3Path(root)))
  if (!s3) return local
  const remote = createS3Storage(roots, s3)
  return {
    stat: (place) => (isS3Path(place.root) ? remote : local).stat(place),
    checkRoot: (root) => (isS3Path(root) ? remote : local).checkRoot(root),
    openRange: (file, range) => (isS3Path(file.realPath) ? remote : local).openRange(file, range),
  }
}
