import { randomInt } from 'node:crypto'

import type { Session } from '@otodana/contract'

/** The server under test, as far as accounts need it. */
type Place = { url: string }

export type Answer<T = unknown> = { status: number; body: T; headers: Headers }

type CallOptions = {
  token?: string | undefined
  body?: unknown
  /** Where the visitor comes from, if the server believes its proxy. */
  address?: string | undefined
  /** Its `Idempotency-Key`. */
  key?: string | undefined
}

/** One call, with JSON in both directions. */
export async function call<T = unknown>(
  { url }: Place,
  method: string,
  path: string,
  { token, body, address, key }: CallOptions = {},
): Promise<Answer<T>> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as T, headers: response.headers }
}

/** A new member; the first on a server is its administrator. */
export async function aMember(place: Place, name: string, password = `${name}-secret`): Promise<Session> {
  const { status, body } = await call<Session>(place, 'POST', '/api/auth/reg', {
    body: { name, password },
    address: anAddress(),
  })
  if (status !== 200) throw new Error(`${name} could not register: ${status} ${JSON.stringify(body)}`)
  return body
}

/** Few accounts are made from one. */
export function anAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}

export async function logInAs(place: Place, name: string, password = `${name}-secret`): Promise<Session> {
  const { status, body } = await call<Session>(place, 'POST', '/api/auth/me', { body: { name, password } })
  if (status !== 200) throw new Error(`${name} could not log in: ${status} ${JSON.stringify(body)}`)
  return body
}
