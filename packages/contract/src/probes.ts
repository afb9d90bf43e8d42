import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

export const getLivez = endpoint({
  method: 'GET',
  path: '/api/livez',
  summary: 'Whether the process answers and is not about to stop. Nothing else is checked',
  tag: 'Service',
  response: z.object({ isAlive: z.literal(true) }),
  errors: ['server.busy'],
  access: 'open',
})

/** What must work for calls to be answered: the database, its tables as this program knows them, and the library's folders. */
export const readinessChecks = ['database', 'migrations', 'library'] as const
export type ReadinessCheck = (typeof readinessChecks)[number]

export const Readiness = z.object({
  /** With status 503: `server.notReady`. */
  error: z.optional(z.string()),
  checks: z.array(
    z.object({
      /** `stopping` is there alone, while a server that is about to stop still answers. */
      name: z.enum([...readinessChecks, 'stopping']),
      isOk: z.boolean(),
      /** Why not, for administrators only: texts may name paths and hosts. */
      problems: z.optional(z.array(z.string())),
    }),
  ),
})
export type Readiness = z.infer<typeof Readiness>

export const getReadyz = endpoint({
  method: 'GET',
  path: '/api/readyz',
  summary: 'Whether calls can be answered; else 503 with what cannot. Answers are up to a second old',
  tag: 'Service',
  response: Readiness,
  errors: ['server.notReady'],
  access: 'open',
})
