import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

/** The version of the original client whose calls are all answered. */
export const COMPATIBLE_CLIENT_VERSION = '1.1.3'

export const About = z.object({
  /** The server's version. */
  version: z.string(),
  compatibleClientVersion: z.string(),
  /** Mail addresses, http(s) addresses or plain text; empty if the operator has set none. */
  contact: z.array(z.string()),
  /** Reward for reporting a security flaw: a maximum amount, or the operator's own words. */
  bugBounty: z.nullable(z.union([z.object({ amount: z.int(), currency: z.string() }), z.object({ text: z.string() })])),
  /** Other addresses of the same site. */
  mirrors: z.array(z.string()),
})
export type About = z.infer<typeof About>

export const getAbout = endpoint({
  method: 'GET',
  path: '/api/about',
  summary: "Operator information: contact, bug bounty, mirrors; and the server's version",
  tag: 'Service',
  response: About,
  access: 'open',
})
