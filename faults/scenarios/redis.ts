import { spawnSync } from 'node:child_process'

import { endRedis, freePort, startRedis } from '#server-test/redis-server.ts'

import { cleaningUp } from '../lib/clean-ups.ts'
import { startProxy } from '../lib/proxy.ts'
import { toxicFaults } from '../lib/toxics.ts'
import { underFault } from '../lib/under-fault.ts'
import { until } from '../lib/until.ts'
import { openWorld } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

const BACK_SECONDS = 30

export const redisFaults: Scenario = {
  name: 'redis',
  fault: 'Redis slow, cut, half-open, refused, and back',
  missing: () => (spawnSync('redis-server', ['--version']).status === 0 ? null : 'needs redis-server'),
  async run(round) {
    const port = await freePort()
    const redis = await startRedis(port, { detached: true })
    using _ = cleaningUp(() => redis.kill('SIGKILL'))
    try {
      await using proxy = await startProxy({ host: '127.0.0.1', port })
      await using world = await openWorld(round, { settings: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` } })
      for (const fault of toxicFaults('Redis', proxy, round.random, /Redis is unavailable[^"\n]*/)) {
        let logged = 0
        await underFault(round, world, {
          ...fault,
          async inflict() {
            logged = world.server.log().length
            await fault.inflict()
            // Redis counts logins; they work without it.
            const account = { name: 'listener', password: 'listener-secret' }
            const { status } = await world.server.call('POST', '/api/auth/me', { body: account, address: '10.0.0.1' })
            if (status !== 200) throw new Error(`a login was answered with ${status}`)
          },
          async heal() {
            await fault.heal()
            if (fault.says === null) return
            await until('Redis to be back', BACK_SECONDS, () =>
              world.server.log().slice(logged).includes('available again'),
            )
          },
        })
      }
    } finally {
      await endRedis(redis)
    }
  },
}
