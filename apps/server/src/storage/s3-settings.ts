/** How an S3-compatible store is reached. */
export type S3Settings = {
  /** `https://s3.eu-west-1.amazonaws.com`, without a slash at its end. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A library folder that is a prefix of a bucket. */
export type S3Root = {
  bucket: string
  /** What every key in it begins with: empty, or with a slash at its end. */
  keyPrefix: string
}

const SCHEME = 's3://'

/** Whether a library folder, or a place in one, lies in a bucket. */
export function isS3Path(path: string): boolean {
  return path.startsWith(SCHEME)
}

/** @returns null when it is not `s3://bucket` or `s3://bucket/prefix` */
export function parseS3Root(root: string): S3Root | null {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(root) ?? []
  if (bucket === '' || (prefix !== '' && !isPlainKey(prefix))) return null
  return { bucket, keyPrefix: prefix === '' ? '' : `${prefix}/` }
}

/**
 * Whether a key reads as a path. A bucket takes any text for a key; what has empty names or dots for names has no place
 * in a tree, and addresses with them are rewritten on their way.
 */
export function isPlainKey(key: string): boolean {
  return !key.includes('\0') && key.split('/').every((name) => name !== '' && name !== '.' && name !== '..')
}
