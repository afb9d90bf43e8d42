import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Pagination } from './primitives.ts'

/** Calls of older clients of this family that the web app never makes; `docs/api-clients.md` lists them. */

export const getSharedConfig = endpoint({
  method: 'GET',
  path: '/api/config/shared',
  summary: 'Returns how far the seek buttons of older clients go, in seconds',
  tag: 'Older clients',
  response: z.object({ sharedConfig: z.object({ rewindSeekTime: z.int(), forwardSeekTime: z.int() }) }),
})

export const getVersion = endpoint({
  method: 'GET',
  path: '/api/version',
  summary: "Returns the server's version as older clients read it; never asks for an update",
  tag: 'Older clients',
  response: z.object({
    current: z.string(),
    update_available: z.boolean(),
    notifyUser: z.boolean(),
    lockFileExists: z.boolean(),
  }),
})

export const listLyricTasks = endpoint({
  method: 'GET',
  path: '/api/lyric/{rest}',
  summary: 'Lists the lyrics that machines are making elsewhere: always none',
  tag: 'Older clients',
  params: z.object({ rest: z.string() }),
  response: z.object({ tasks: z.array(z.never()), pagination: Pagination }),
})
