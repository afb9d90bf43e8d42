/** Access to an S3-compatible store. */
export type S3Settings = {
  /** `https://s3.eu-west-1.amazonaws.com`, without trailing slash. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A library folder in a bucket. */
export type S3Root = {
  bucket: string
  /** Prefix of all keys in it: empty, or with a trailing slash. */
  keyPrefix: string
}

const SCHEME = 's3://'

/** Whether a library folder, or a path in one, is in a bucket. */
export function isS3Path(path: string): boolean {
  return path.startsWith(SCHEME)
}

/** @returns null unless it is `s3://bucket` or `s3://bucket/prefix` */
export function parseS3Root(root: string): S3Root | null {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(root) ?? []
  if (bucket === '' || (prefix !== '' && !isPlainKey(prefix))) return null
  return { bucket, keyPrefix: prefix === '' ? '' : `${prefix}/` }
}

/**
 * Whether a key is usable as a path. Keys may be any text; those with empty or dot segments have no place in a tree,
 * and URLs with them are rewritten in transit.
 */
export function isPlainKey(key: string): boolean {
  return !key.includes('\0') && key.split('/').every((name) => name !== '' && name !== '.' && name !== '..')
}
