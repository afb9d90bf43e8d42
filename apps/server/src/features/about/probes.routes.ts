import { type ErrorCode, getLivez, getReadyz } from '@otodana/contract'
import type { FastifyInstance } from 'fastify'

import { serve } from '#http/serve.ts'

import type { CheckResult } from './readiness.ts'

/** For supervisors and load balancers. The announcement changes neither of them. */
export function probeRoutes(app: FastifyInstance, { check }: { check: () => Promise<CheckResult[]> }): void {
  serve(app, getLivez, ({ reply }) => {
    void reply.header('cache-control', 'no-store')
    return { isAlive: true as const }
  })

  serve(app, getReadyz, async ({ reply, isAdmin }) => {
    void reply.header('cache-control', 'no-store')
    const results = await check()
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
