import { contract, type Endpoint, ErrorBody, errorStatus } from '@otodana/contract'
import * as z from 'zod'

type Json = { [key: string]: unknown }

/** The API's description in OpenAPI 3.1, made from the contract. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(name, endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Otodana',
      version,
      description:
        'Browse, search and play a library of catalogued audio works. Errors are `{error}`; a 400 adds `errors`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: { admin: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operation(name: string, endpoint: Endpoint): Json {
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(endpoint.access === 'admin' ? { security: [{ admin: [] }] } : {}),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(endpoint.body ? { requestBody: { content: json(schemaOf(endpoint.body, 'input')) } } : {}),
    responses: responsesOf(endpoint),
  }
}

function parametersOf(schema: z.core.$ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'output') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    // A query's defaults make every one of its parameters optional.
    required: place === 'path' && required.includes(name),
    schema: property,
  }))
}

function responsesOf(endpoint: Endpoint): Json {
  const { response } = endpoint
  const content =
    response === 'binary'
      ? { 'application/octet-stream': {} }
      : response === 'text'
        ? { 'text/plain': { schema: { type: 'string' } } }
        : json(schemaOf(response, 'output'))
  const byStatus = Map.groupBy(['request.invalid', ...(endpoint.errors ?? [])] as const, (code) => errorStatus[code])
  const errors = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\``).join(', '),
      content: json({ $ref: '#/components/schemas/Error' }),
    },
  ])
  return { 200: { description: 'Success', content }, ...Object.fromEntries(errors) }
}

function json(schema: Json): Json {
  return { 'application/json': { schema } }
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    cycles: 'ref',
    reused: 'inline',
  })
  return rest
}
