/**
 * Asks anew, and reads the answer, within `ms` milliseconds in all. By hand, for the oldest Safari that is served does not have
 * `AbortSignal.timeout`.
 *
 * @throws {DOMException} `AbortError` when it was not in time
 * @throws {TypeError} when nobody answers
 */
export async function fetchWithin<T>(ms: number, url: string, read: (answer: Response) => T | Promise<T>): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ms)
  try {
    return await read(await fetch(url, { cache: 'no-store', signal: controller.signal }))
  } finally {
    clearTimeout(timer)
  }
}
