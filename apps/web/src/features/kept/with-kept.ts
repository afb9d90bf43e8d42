import { markUnanswered, useConnection } from '#features/offline/index.ts'
import { firstAnswer } from '#lib/api/first-answer.ts'
import { pause } from '#lib/pause.ts'
import { hasKept } from '#lib/kept/has-kept.ts'

/** Longer than most answers take: what is kept is whole, and only may be older. */
const PATIENCE_MS = 1_500

const CALL = /\/api\/(workInfo|work|tracks|sound|chapters)\/([^/?]+)(?:\?|$)/

/** Wraps `fetch` so that works which are kept on this device are read there when the server does not answer. */
export function withKept(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (url, init) => {
    const [, call, ref] = (typeof url === 'string' && (init?.method ?? 'GET') === 'GET' && CALL.exec(url)) || []
    if (call === undefined || ref === undefined || !hasKept()) return fetch(url, init)
    const cached = import('./find-answer.ts')
      .then(({ findAnswer }) => findAnswer(call, ref))
      // A database that cannot be read answers nothing.
      .catch(() => null)
    const isAway = !navigator.onLine || useConnection.getState().reach === 'away'
    let hasFailed = false
    const network = fetch(url, init).catch((error: unknown) => {
      hasFailed = true
      throw error
    })
    const { answer, isCached } = await firstAnswer({
      network,
      cached,
      patience: isAway ? Promise.resolve() : pause(PATIENCE_MS, init?.signal ?? undefined),
    })
    if (isCached && (hasFailed || isAway) && !init?.signal?.aborted) markUnanswered((await cached)?.cachedAt)
    return answer
  }
}
