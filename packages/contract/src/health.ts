import { endpoint } from './endpoint.ts'

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Answers exactly `OK` while the server is well, or an announcement, in HTML',
  tag: 'Service',
  response: 'text',
  errors: ['server.busy'],
  access: 'open',
})
