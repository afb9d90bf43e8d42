import { endpoint } from './endpoint.ts'

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Answers exactly `OK` while the server is well',
  tag: 'Service',
  response: 'text',
  errors: ['server.busy'],
  access: 'open',
})
