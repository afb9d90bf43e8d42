import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

export const Setup = z.object({
  /** `account`: there is no account yet; `open`: the administrator has not finished; `done`, also for all others. */
  step: z.enum(['account', 'open', 'done']),
  /** What the visitor needs for the first account. */
  needs: z.enum(['nothing', 'code', 'adminToken']),
})
export type Setup = z.infer<typeof Setup>

export const getSetup = endpoint({
  method: 'GET',
  path: '/api/setup',
  summary: 'Returns how far the setup of a new instance is',
  tag: 'Accounts',
  response: Setup,
  access: 'open',
})

export const finishSetup = endpoint({
  method: 'POST',
  path: '/api/setup/finish',
  summary: 'Ends the setup, which is not shown again',
  tag: 'Accounts',
  response: Setup,
  access: 'admin',
})
