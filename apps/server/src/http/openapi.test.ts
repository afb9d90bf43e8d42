import { contract } from '@otodana/contract'
import { expect, test } from 'vitest'

import { openApiDocument } from './openapi.ts'

test('API-03 the OpenAPI 3.1 document has every call of the contract, with its inputs and errors', () => {
  const document = openApiDocument('1.2.3') as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string; parameters: { name: string }[]; responses: object }>>
  }
  expect(document.openapi).toBe('3.1.0')
  for (const [name, { path, method }] of Object.entries(contract)) {
    expect(document.paths[path]?.[method.toLowerCase()]?.operationId).toBe(name)
  }
  const list = document.paths['/api/works']?.get
  expect(list?.parameters.map((parameter) => parameter.name)).toContain('pageSize')
  expect(Object.keys(list?.responses ?? {})).toEqual(['200', '400', '401'])
  expect(Object.keys(document.paths['/api/workInfo/{id}']?.get?.responses ?? {})).toEqual(['200', '400', '401', '404'])
  expect(document.paths['/api/review']?.put?.parameters.map(({ name }) => name)).toContain('Idempotency-Key')
  expect(list?.parameters.map(({ name }) => name)).not.toContain('Idempotency-Key')
  const stream = Object.keys(document.paths['/api/media/stream/{hash}']?.get?.responses ?? {})
  expect(stream).toEqual(['200', '206', '304', '400', '401', '404', '416', '503'])
})

test('API-03 query parameters show their defaults and bounds', () => {
  const document = JSON.stringify(openApiDocument('1'))
  expect(document).toContain('"maximum":500,"description":"More than 500 counts as 500."')
  expect(document).toContain('"default":"create_date"')
})

test('API-03 every reference in the document resolves', () => {
  const document = openApiDocument('1')
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]*)"/g)].map(([, path]) => path ?? '')
  for (const path of new Set(references)) {
    const target = path.split('/').reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document)
    expect([path, typeof target]).toEqual([path, 'object'])
  }
  expect(references).toContain('components/schemas/TrackNode')
})
