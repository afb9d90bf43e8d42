import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

/** Of the API that clients of this family were made for: the version of the client whose calls all are answered. */
export const COMPATIBLE_CLIENT_VERSION = '1.1.3'

export const About = z.object({
  /** Of the server. */
  version: z.string(),
  compatibleClientVersion: z.string(),
  /** Mail addresses, http(s) addresses, or words; empty where nobody has been named. */
  contact: z.array(z.string()),
  /** What is paid for a security flaw: at most an amount, or as the operator's own words say. */
  bugBounty: z.nullable(z.union([z.object({ amount: z.int(), currency: z.string() }), z.object({ text: z.string() })])),
  /** Other addresses of the same site. */
  mirrors: z.array(z.string()),
})
export type About = z.infer<typeof About>

export const getAbout = endpoint({
  method: 'GET',
  path: '/api/about',
  summary: 'What the operator says of the site: contact, bug bounty, mirrors; and the version',
  tag: 'Service',
  response: About,
  access: 'open',
})
