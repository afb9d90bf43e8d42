import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, open, stat } from 'node:fs/promises'

/** Stands before the digest. SQLite ignores what follows its pages. */
const MARK = Buffer.from('Otodana SHA-256:')
const DIGEST_BYTES = 32
const SEAL_BYTES = MARK.length + DIGEST_BYTES

/** Appends a digest of the file's bytes: SQLite itself does not notice when a disk changes a byte of a row. */
export async function seal(path: string): Promise<void> {
  const { size } = await stat(path)
  await appendFile(path, Buffer.concat([MARK, await digestOf(path, size)]))
}

/** @throws {Error} the file is not sealed, or its bytes have changed since */
export async function checkSeal(path: string): Promise<void> {
  const { size } = await stat(path)
  const end = Math.max(0, size - SEAL_BYTES)
  const written = Buffer.alloc(SEAL_BYTES)
  const file = await open(path)
  try {
    await file.read(written, 0, SEAL_BYTES, end)
  } finally {
    await file.close()
  }
  if (!written.subarray(0, MARK.length).equals(MARK))
    throw new Error(`${path} is damaged: it does not end as it was written.`)
  if (!written.subarray(MARK.length).equals(await digestOf(path, end)))
    throw new Error(`${path} is damaged: its bytes are not those that were written.`)
}

async function digestOf(path: string, length: number): Promise<Buffer> {
  const hash = createHash('sha256')
  if (length > 0) for await (const chunk of createReadStream(path, { end: length - 1 })) hash.update(chunk as Buffer)
  return hash.digest()
}
