import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import type { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { endRedis, freePort, startRedis } from '../../../test/redis-server.ts'

import { AppError } from '../errors/app-error.ts'
import { createLimits, createSiteLimit, type Limit } from './limits.ts'
import { openRedis } from './redis.ts'

const RULE = { name: 'tries', points: 3, seconds: 600 }
const log = pino({ level: 'silent' })

/** Returns whether it was admitted. */
async function take(limit: Limit, key = 'somebody'): Promise<boolean> {
  return limit.take(key).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.status === 429) return false
      throw error
    },
  )
}

const takes = async (limit: Limit, count: number) => {
  const answers: boolean[] = []
  for (let n = 0; n < count; n++) answers.push(await take(limit))
  return answers
}

test('ATH-07 in memory, a key has its number of tries, and the next one is refused with the time to wait', async () => {
  const limit = createLimits(null).create({ ...RULE, refusal: 'guest.slow' })
  expect(await takes(limit, 4)).toEqual([true, true, true, false])
  expect(await take(limit, 'somebody else')).toBe(true)
  const refusal = await limit.take('somebody').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'guest.slow', status: 429 })
  const wait = Number((refusal as AppError).headers['retry-after'])
  expect(wait).toBeGreaterThan(590)
  expect(wait).toBeLessThanOrEqual(600)
})

test('ATH-07 a try that is given back counts no longer', async () => {
  const limit = createLimits(null).create(RULE)
  for (let n = 0; n < 10; n++) {
    expect(await take(limit)).toBe(true)
    await limit.giveBack('somebody')
  }
  expect(await takes(limit, 4)).toEqual([true, true, true, false])
})

test('ATH-07 the networks of one IPv6 site have four times as many tries together', async () => {
  const limit = createSiteLimit(createLimits(null), RULE)
  const networks = Array.from({ length: 14 }, (_, index) => `2001:db8:1:${index.toString(16)}::/64`)
  const answers: boolean[] = []
  for (const network of networks) answers.push(await take(limit, network))
  expect(answers).toEqual([...Array<boolean>(12).fill(true), false, false])
  expect(await take(limit, '2001:db8:2:1::/64')).toBe(true)
  for (let n = 0; n < 3; n++) await limit.giveBack('2001:db8:1:0::/64')
  expect(await take(limit, '2001:db8:1:f::/64')).toBe(true)
  expect(await takes(limit, 4)).toEqual([true, true, true, false])
})

describe('with Redis', () => {
  let port: number
  let server: ChildProcess
  const opened: Redis[] = []
  beforeEach(async () => {
    port = await freePort()
    server = await startRedis(port)
  })
  afterEach(async () => {
    for (const redis of opened.splice(0)) redis.disconnect()
    await endRedis(server)
  })

  async function process(): Promise<{ limit: Limit; redis: Redis }> {
    const redis = await openRedis(`redis://127.0.0.1:${port}`, log)
    opened.push(redis)
    await once(redis, 'ready')
    return { redis, limit: createLimits(redis).create(RULE) }
  }

  test('ATH-07 several processes count together', async () => {
    const [one, other] = [await process(), await process()]
    expect(await takes(one.limit, 2)).toEqual([true, true])
    expect(await takes(other.limit, 2)).toEqual([true, false])
    expect(await take(one.limit)).toBe(false)
  })

  test('ATH-07 while Redis is away each process counts for itself, without delay, and then together again', async () => {
    const { limit, redis } = await process()
    await take(limit)
    await endRedis(server)
    const begun = performance.now()
    expect(await takes(limit, 4)).toEqual([true, true, true, false])
    await limit.giveBack('somebody')
    expect(performance.now() - begun).toBeLessThan(5_000)
    server = await startRedis(port)
    await expect.poll(() => redis.status, { timeout: 20_000 }).toBe('ready')
    expect(await takes(limit, 4)).toEqual([true, true, true, false])
  })

  test('ATH-07 a Redis that accepts and never answers delays no call', async () => {
    const { limit } = await process()
    server.kill('SIGSTOP')
    const begun = performance.now()
    expect(await takes(limit, 2)).toEqual([true, true])
    expect(performance.now() - begun).toBeLessThan(5_000)
    server.kill('SIGCONT')
  })

  test('FLT-03 a Redis that no longer answers is said to be unavailable, and back when it answers', async () => {
    const { limit, redis } = await process()
    const heard: string[] = []
    redis.on('error', (error) => heard.push(error.message))
    server.kill('SIGSTOP')
    await take(limit)
    await expect.poll(() => heard).toContainEqual(expect.stringMatching('Socket timeout'))
    server.kill('SIGCONT')
    await expect.poll(() => redis.status, { timeout: 20_000 }).toBe('ready')
    expect(await takes(limit, 4)).toContain(true)
  })
})
