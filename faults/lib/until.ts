import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Polls until `find` gives something, and returns it. A call that throws counts as one that gives nothing.
 *
 * @throws {Error} it gave nothing within `seconds`; the message has what was waited for, and the last failure
 */
export async function until<T>(
  what: string,
  seconds: number,
  find: () => T | null | undefined | false | Promise<T | null | undefined | false>,
): Promise<T> {
  const deadline = performance.now() + seconds * 1_000
  let failure = ''
  for (;;) {
    try {
      const found = await find()
      if (found !== null && found !== undefined && found !== false) return found
      failure = ''
    } catch (error) {
      failure = ` (${String(error)})`
    }
    if (performance.now() > deadline) throw new Error(`${what}: not within ${seconds} s${failure}`)
    await sleep(20)
  }
}
