import {
  accessErrors,
  contract,
  type Endpoint,
  ErrorBody,
  type ErrorCode,
  errorStatus,
  MAX_KEY_LENGTH,
  TrackNode,
} from '@otodana/contract'
import * as z from 'zod'

type Json = { [key: string]: unknown }

// A recursive schema needs a name.
z.globalRegistry.add(TrackNode, { id: 'TrackNode' })

/**
 * Returns the API's OpenAPI 3.1 description, derived from the contract.
 *
 * @param basePath  the path below which the server answers
 */
export function openApiDocument(version: string, basePath = ''): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    const path = (paths[endpoint.path] ??= {})
    path[endpoint.method.toLowerCase()] = operation(name, endpoint)
  }
  return withSharedSchemas({
    openapi: '3.1.0',
    info: {
      title: 'Otodana',
      version,
      description:
        'Browse, search and play a library of catalogued audio works. Errors are `{error}`; a 400 adds `errors`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    ...(basePath === '' ? {} : { servers: [{ url: basePath }] }),
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  })
}

type Document = Json & { components: Json & { schemas: Json } }

/** Moves each schema's `$defs`, which cannot be referenced within a larger document, to the document's components. */
function withSharedSchemas(document: Document): Json {
  const { schemas } = document.components
  function moved(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(moved)
    if (typeof node !== 'object' || node === null) return node
    const { $defs, ...rest } = node as Json
    for (const [name, schema] of Object.entries(($defs ?? {}) as Json)) schemas[name] = moved(schema)
    const entries = Object.entries(rest).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', '#/components/schemas/') : moved(value),
    ])
    return Object.fromEntries(entries)
  }
  const { components, ...rest } = document
  return { ...(moved(rest) as Json), components }
}

function operation(name: string, endpoint: Endpoint): Json {
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...securityOf(endpoint),
    'x-access': endpoint.access ?? 'library',
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.takesKey ? [keyParameter] : []),
    ],
    ...(endpoint.body ? { requestBody: { content: json(schemaOf(endpoint.body, 'input')) } } : {}),
    responses: responsesOf(endpoint),
  }
}

/** Whether calls of the library require a token depends on the server, so it is optional for them. */
function securityOf({ access = 'library' }: Endpoint): Json {
  if (access === 'open') return {}
  return { security: access === 'library' ? [{}, { session: [] }] : [{ session: [] }] }
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
    // Every query parameter is optional, because all have defaults.
    required: place === 'path' && required.includes(name),
    schema: property,
  }))
}

const keyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Unique among those of the account, such as a UUID. The same call with the same key is carried out once.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_KEY_LENGTH },
}

function responsesOf(endpoint: Endpoint): Json {
  const { response } = endpoint
  const content =
    response === 'binary'
      ? { 'application/octet-stream': {} }
      : response === 'html'
        ? { 'text/html': { schema: { type: 'string' } } }
        : json(schemaOf(response, 'output'))
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorStatus[code])
  const errors = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\``).join(', '),
      content: json({ $ref: '#/components/schemas/Error' }),
    },
  ])
  return { 200: { description: 'Success', content }, ...partial(endpoint, content), ...Object.fromEntries(errors) }
}

/** Returns the other responses of a call that supports ranges. */
function partial({ errors = [] }: Endpoint, content: Json): Json {
  if (!errors.includes('range.unsatisfiable')) return {}
  return {
    206: { description: 'The requested range', content },
    304: { description: 'Not modified since the version named by `If-None-Match` or `If-Modified-Since`' },
  }
}

function errorsOf({ access = 'library', errors = [] }: Endpoint): ErrorCode[] {
  return [...new Set<ErrorCode>(['request.invalid', ...errors, ...accessErrors[access]])]
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
