import { endpoint } from './endpoint.ts'

/** Names of the addresses at which an instance may be reached; visitors choose one of them. */
export const endpointKeys = ['latest', 'original', 'mirror-100', 'mirror-200', 'mirror-300'] as const
export type EndpointKey = (typeof endpointKeys)[number]

/** Which address each name stands for, without a slash at the end; a name without one is the page's own. */
export type ApiEndpoints = Readonly<Partial<Record<EndpointKey, string>>>

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Answers exactly `OK` while the server is well, or an announcement, in HTML',
  tag: 'Service',
  response: 'html',
  errors: ['server.busy'],
  access: 'open',
})
