import * as z from 'zod/mini'

import { GivenText, NewPassword, Session } from './accounts.ts'
import { endpoint } from './endpoint.ts'

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Changes the password, ends all sessions and starts a new one',
  tag: 'Accounts',
  body: z.object({ oldPassword: GivenText, newPassword: NewPassword }),
  response: Session,
  errors: ['auth.wrongPassword', 'request.tooMany', 'server.busy'],
  access: 'member',
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/auth/end-other-sessions',
  summary: 'Ends all sessions of the account and starts a new one',
  tag: 'Accounts',
  response: Session,
  access: 'member',
})

export const exportAccount = endpoint({
  method: 'GET',
  path: '/api/auth/export',
  summary: "Returns all of the member's data as one JSON file",
  tag: 'Accounts',
  response: z.looseObject({ account: z.looseObject({ name: z.string() }) }),
  access: 'member',
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/auth/delete-account',
  summary: "Deletes the account and all of the member's data, immediately and permanently",
  tag: 'Accounts',
  body: z.object({ password: GivenText }),
  response: z.object({ deleted: z.literal(true) }),
  errors: ['auth.wrongPassword', 'auth.lastAdmin', 'request.tooMany', 'server.busy'],
  access: 'member',
})
