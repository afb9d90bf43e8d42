import { Redis } from 'ioredis'
import type { Logger } from 'pino'

/** A call of ours that waits longer than this goes on without Redis. */
const TIMEOUT_MS = 300

/** Opens a connection that fails at once while Redis is away, instead of keeping requests waiting, and comes back by itself. */
export function openRedis(url: string, log: Logger): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, commandTimeout: TIMEOUT_MS, maxRetriesPerRequest: 1 })
  let isAway = false
  // Said once, not at each of its tries.
  redis.on('error', (error) => {
    if (!isAway) log.warn({ err: error }, 'Redis is away: this process counts for itself')
    isAway = true
  })
  redis.on('ready', () => {
    if (isAway) log.info('Redis is back')
    isAway = false
  })
  return redis
}
