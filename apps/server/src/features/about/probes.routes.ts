import { type ErrorCode, getLivez, getReadyz } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import type { Drain } from '#http/drain.ts'
import { AppError } from '#http/errors/app-error.ts'
import { serve } from '#http/serve.ts'

import type { CheckResult } from './readiness.ts'

type Deps = { check: () => Promise<CheckResult[]>; drain: Pick<Drain, 'isOn'> }

const STOPPING: CheckResult = { name: 'stopping', problems: ['the server is about to stop'] }

/** For supervisors and load balancers. The announcement changes neither of them. */
export function probeRoutes(app: FastifyInstance, { check, drain }: Deps): void {
  serve(app, getLivez, ({ reply }) => {
    void reply.header('cache-control', 'no-store')
    // Load balancers that ask for nothing else must not send more requests.
    if (drain.isOn()) throw new AppError('server.busy')
    return { isAlive: true as const }
  })

  serve(app, getReadyz, async ({ reply, isAdmin }) => {
    void reply.header('cache-control', 'no-store')
    const results = drain.isOn() ? [STOPPING] : await check()
    const isReady = results.every(({ problems }) => problems.length === 0)
    if (!isReady) void reply.code(503).header('retry-after', '2')
    return {
      ...(isReady ? {} : { error: 'server.notReady' satisfies ErrorCode }),
      checks: results.map(({ name, problems }) => ({
        name,
        isOk: problems.length === 0,
        ...(isAdmin ? { problems } : {}),
      })),
    }
  })
}
