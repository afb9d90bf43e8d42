/**
 * Fetches without the cache and reads the answer within `ms` milliseconds. The oldest supported Safari lacks
 * `AbortSignal.timeout`.
 *
 * @throws {DOMException} `AbortError` after `ms` milliseconds
 * @throws {TypeError} no answer
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
