import { KIKOERU_COVER, MAX_KIKOERU_COVER_BYTES } from '@otodana/contract'

/** Hides the time that each takes to the server and back. */
const SENT_AT_ONCE = 4

/** Returns those of a folder's files that are covers of works, without smaller versions of them. */
export function coversAmong(files: readonly File[]): File[] {
  return files.filter(({ name, size }) => KIKOERU_COVER.test(name) && size <= MAX_KIKOERU_COVER_BYTES)
}

type Sending = {
  send: (cover: File) => Promise<void>
  /** @param share  0 to 1 */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends covers, a few at a time, until one fails.
 *
 * @throws {Error} that of the first that failed, or the signal's
 */
export async function sendCovers(covers: readonly File[], { send, onProgress, signal }: Sending): Promise<void> {
  const waiting = covers.values()
  let sent = 0
  let hasFailed = false
  const sendNext = async () => {
    for (const cover of waiting) {
      signal.throwIfAborted()
      if (hasFailed) return
      try {
        await send(cover)
      } catch (error) {
        hasFailed = true
        throw error
      }
      sent++
      onProgress(sent / covers.length)
    }
  }
  await Promise.all(Array.from({ length: SENT_AT_ONCE }, sendNext))
}
