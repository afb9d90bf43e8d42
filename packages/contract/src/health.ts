import { endpoint } from './endpoint.ts'

/** Names of the addresses at which an instance may be reached; visitors choose one. */
export const endpointKeys = ['latest', 'original', 'mirror-100', 'mirror-200', 'mirror-300'] as const
export type EndpointKey = (typeof endpointKeys)[number]

/** The address behind each name, without a trailing slash; a name without an address means the page's own origin. */
export type ApiEndpoints = Readonly<Partial<Record<EndpointKey, string>>>

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Returns exactly `OK` while the server is healthy, or an announcement in HTML',
  tag: 'Service',
  response: 'html',
  errors: ['server.busy'],
  access: 'open',
})
