import type { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** After this time a call continues without Redis. */
const TIMEOUT_MS = 300
/**
 * After this time without an answer the connection counts as broken, and another is made. Longer than the delays under which
 * the server still admits requests: answers that wait for this process are not Redis's silence.
 */
const SILENCE_MS = 5_000

/**
 * Opens a connection that fails at once while Redis is unavailable, so that requests do not wait, and reconnects
 * automatically.
 */
export async function openRedis(url: string, log: Logger): Promise<Redis> {
  // Most servers have none.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    maxRetriesPerRequest: 1,
  })
  let isAway = false
  // Logged once, not for each attempt.
  redis.on('error', (error) => {
    if (!isAway) log.warn({ err: error }, 'Redis is unavailable: this process counts on its own')
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) log.info('Redis is available again')
    isAway = false
  })
  return redis
}
