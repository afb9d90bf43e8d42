import type { ErrorCode } from '@otodana/contract'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

import { AppError } from '../errors/app-error.ts'
import { NETWORKS_OF_SITE, siteOf } from '../visitor/network-of.ts'

export type LimitRule = {
  /** Identifies the counter; unique among rules. */
  name: string
  /** Maximum number within `seconds`. */
  points: number
  seconds: number
  /** The error above the limit; default: `request.tooMany`. */
  refusal?: ErrorCode
}

export type Limit = {
  /**
   * Counts an attempt.
   *
   * @param whenReached  called for the first rejected attempt only
   * @returns how many more there may be
   * @throws {AppError} the rule's error, with the time to retry
   */
  take(key: string, whenReached?: () => Promise<void>): Promise<number>
  /**
   * Counts nothing.
   *
   * @throws {AppError} as `take`, if the limit is reached
   */
  check(key: string): Promise<void>
  /** Uncounts an attempt that turned out to be legitimate. */
  giveBack(key: string): Promise<void>
}

export type Limits = { create(rule: LimitRule): Limit }

/** Limits by network and, four times as large, by IPv6 site. Keys that are not networks have no site. */
export function createSiteLimit(limits: Limits, rule: LimitRule): Limit {
  const ofNetwork = limits.create(rule)
  const ofSite = limits.create({ ...rule, name: `${rule.name}-site`, points: rule.points * NETWORKS_OF_SITE })
  const hasSite = (key: string) => siteOf(key) !== key
  return {
    async take(key, whenReached) {
      const left = await ofNetwork.take(key, whenReached)
      return hasSite(key) ? Math.min(left, await ofSite.take(siteOf(key), whenReached)) : left
    },
    async check(key) {
      await ofNetwork.check(key)
      if (hasSite(key)) await ofSite.check(siteOf(key))
    },
    async giveBack(key) {
      await ofNetwork.giveBack(key)
      if (hasSite(key)) await ofSite.giveBack(siteOf(key))
    },
  }
}

/**
 * Rate limits: counted in memory, or in Redis for several processes. While Redis is unavailable each process counts for
 * itself.
 */
export function createLimits(redis: Redis | null): Limits {
  return {
    create({ name, points, seconds, refusal = 'request.tooMany' }) {
      const own = { keyPrefix: `otodana:limit:${name}`, points, duration: seconds }
      const memory = new RateLimiterMemory(own)
      const limiter =
        redis === null
          ? memory
          : new RateLimiterRedis({ ...own, storeClient: redis, insuranceLimiter: memory, rejectIfRedisNotReady: true })
      const refused = ({ msBeforeNext }: RateLimiterRes) => {
        const afterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1_000))
        return new AppError(refusal, { headers: { 'retry-after': String(afterSeconds) } })
      }
      return {
        async take(key, whenReached) {
          try {
            return (await limiter.consume(key)).remainingPoints
          } catch (error) {
            if (!(error instanceof RateLimiterRes)) throw error
            if (error.consumedPoints === points + 1) await whenReached?.()
            throw refused(error)
          }
        },
        async check(key) {
          const counted = await limiter.get(key)
          if (counted !== null && counted.consumedPoints >= points) throw refused(counted)
        },
        async giveBack(key) {
          await limiter.reward(key)
        },
      }
    },
  }
}
