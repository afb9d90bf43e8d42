import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

/** What the administrator decides after the account, in this order. */
export const setupSteps = ['folders', 'metadata', 'visitors', 'library'] as const
const Step = z.enum(setupSteps)
export type SetupStep = z.infer<typeof Step>

export const Setup = z.object({
  /**
   * `account`: there is no account yet; `open`: the administrator began and has not finished; `done`, also for all others
   * and without a setup.
   */
  step: z.enum(['account', 'open', 'done']),
  /** What the visitor needs for the first account. */
  needs: z.enum(['nothing', 'code', 'adminToken']),
  /** Where the administrator continues. */
  continuesAt: Step,
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

export const continueSetup = endpoint({
  method: 'PUT',
  path: '/api/setup/step',
  summary: 'Stores the step of the setup at which the administrator continues',
  tag: 'Accounts',
  body: z.object({ step: Step }),
  response: Setup,
  access: 'admin',
})

export const finishSetup = endpoint({
  method: 'POST',
  path: '/api/setup/finish',
  summary: 'Ends the setup, which is not shown again',
  tag: 'Accounts',
  response: Setup,
  access: 'admin',
})
