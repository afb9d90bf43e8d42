import { open } from 'node:fs/promises'

/** Waits until a file, or a folder's list of names, is on the disk. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
