import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { contract, type Endpoint } from '@otodana/contract'
import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'

import { aMember, call, logInAs } from '../../test/accounts.ts'
import {
  type AppCaller,
  appCallers,
  authorisation,
  type Caller,
  callers,
  type Door,
  otherProtocols,
  readersRow,
} from '../../test/authorisation-table.ts'
import { startApp, TEST_ADMIN_TOKEN, type TestApp } from '../../test/start-app.ts'

import { openApiDocument } from './openapi.ts'
import { onlyContracted } from './serve.ts'

const empty = mkdtempSync(join(tmpdir(), 'otodana-empty-'))
afterAll(() => rmSync(empty, { recursive: true }))

/** The address of a call with ids that do not exist: an allowed visitor gets 404 or an input error. */
function addressOf({ path }: Endpoint): string {
  return path.replace(/\{(\w+)\}/g, '1')
}

function doorOf({ status, error }: { status: number; error: unknown }): Door {
  if (error === 'guest.cannot') return 'guestCannot'
  if (error === 'editor.required') return 'needsEditor'
  if (error === 'admin.required') return 'needsAdmin'
  if (error === 'No authorization token was found') return 'mustLogIn'
  if (status === 429) throw new Error('whoever is told to wait has not been looked at')
  if (status === 401 && !String(error).startsWith('auth.')) throw new Error(`${String(error)} is no answer of the door`)
  return 'passes'
}

async function tokensOf(app: TestApp): Promise<Record<Caller, string | undefined>> {
  const administrator = await aMember(app, 'the-admin')
  const member = await aMember(app, 'the-member')
  const editor = await aMember(app, 'the-editor')
  await call(app, 'PUT', `/api/admin/users/${editor.user.id}`, { token: TEST_ADMIN_TOKEN, body: { group: 'editor' } })
  const guest = await logInAs(app, 'guest', 'guest')
  return {
    anonymous: undefined,
    guest: guest.token,
    member: member.token,
    editor: editor.token,
    administrator: administrator.token,
    serverToken: TEST_ADMIN_TOKEN,
  }
}

/** Calls that end the caller's sessions, so they run last. */
const endsSession = new Set(['endOtherSessions'])

describe.each(['public', 'members'] as const)('where the library is %s', (access) => {
  test('API-01 ATH-04 ADM-04 every call admits the visitors in the table, and no others', async () => {
    const app = await startApp({ libraryDirs: [empty], scan: false, env: { ACCESS: access, GUEST: 'on' } })
    try {
      const tokens = await tokensOf(app)
      const names = (Object.keys(contract) as (keyof typeof contract)[]).toSorted(
        (a, b) => Number(endsSession.has(a)) - Number(endsSession.has(b)),
      )
      const found: Record<string, Record<string, Door>> = {}
      for (const name of names) {
        const endpoint: Endpoint = contract[name]
        found[name] = {}
        for (const caller of callers) {
          // The response may never end, so only the head is read.
          const controller = new AbortController()
          const response = await fetch(app.url + addressOf(endpoint), {
            method: endpoint.method,
            headers: {
              // The guest is limited by address.
              'x-forwarded-for': `10.0.${names.indexOf(name)}.1`,
              ...(tokens[caller] === undefined ? {} : { authorization: `Bearer ${tokens[caller]}` }),
              ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
            },
            ...(endpoint.method === 'GET' ? {} : { body: '{}' }),
            signal: controller.signal,
          })
          const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
          const body = isJson ? ((await response.json()) as { error?: unknown }) : {}
          found[name][caller] = doorOf({ status: response.status, error: body.error })
          controller.abort()
        }
      }
      const opened = { ...readersRow, anonymous: 'passes' }
      const expected = Object.fromEntries(
        Object.entries(authorisation).map(([name, row]) => [
          name,
          row === readersRow && access === 'public' ? opened : row,
        ]),
      )
      expect(found).toEqual(expected)
    } finally {
      await app.close()
    }
  })
})

test.each(['public', 'members'] as const)(
  'ATH-04 where the library is %s, other protocols admit whom the table says',
  async (access) => {
    const app = await startApp({ libraryDirs: [empty], scan: false, env: { ACCESS: access } })
    try {
      const { token } = await aMember(app, 'the-member')
      const body = { name: 'App', password: 'the-member-secret' }
      const made = await call<{ secret: string }>(app, 'POST', '/api/auth/app-passwords', { token, body })
      const basic = (secret: string) => `Basic ${Buffer.from(`the-member:${secret}`).toString('base64')}`
      const asApp = (secret: string) => ({ query: `u=the-member&p=${secret}`, authorization: basic(secret) })
      const logins: Record<AppCaller, { query: string; authorization?: string }> = {
        anonymous: { query: '' },
        session: { query: `token=${token}`, authorization: `Bearer ${token}` },
        serverToken: { query: `token=${TEST_ADMIN_TOKEN}`, authorization: `Bearer ${TEST_ADMIN_TOKEN}` },
        accountPassword: asApp('the-member-secret'),
        appPassword: asApp(made.body.secret),
      }
      for (const [name, { path, row, openTo }] of Object.entries(otherProtocols)) {
        const found = await Promise.all(
          appCallers.map(async (caller) => {
            const { query, authorization } = logins[caller]
            const headers = { ...(authorization !== undefined && { authorization }) }
            const answer = await fetch(`${app.url}${path}?${query}&f=json`, { headers })
            // OpenSubsonic has its own way to refuse, and feeds do not say that there are any.
            const isRefused = [401, 404].includes(answer.status) || (await answer.text()).includes('"status":"failed"')
            return [caller, isRefused ? 'mustLogIn' : 'passes']
          }),
        )
        const opened = access === 'public' ? Object.fromEntries(openTo.map((caller) => [caller, 'passes'])) : {}
        expect([name, Object.fromEntries(found)]).toEqual([name, { ...row, ...opened }])
      }
    } finally {
      await app.close()
    }
  },
)

test('ATH-07 OLD-11 a token in an address opens what listeners read, and a media token only files, their lyrics and covers', async () => {
  const app = await startApp({ libraryDirs: [empty], scan: false, env: { ACCESS: 'members' } })
  try {
    const { token } = await aMember(app, 'the-admin')
    const media = await call<{ token: string }>(app, 'POST', '/api/auth/media-token', { token })
    async function openedBy(inAddress: string): Promise<string[]> {
      const opened: string[] = []
      for (const [name, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
        const controller = new AbortController()
        const { method } = endpoint
        const response = await fetch(`${app.url}${addressOf(endpoint)}?token=${inAddress}`, {
          method,
          ...(method === 'GET' ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }),
          signal: controller.signal,
        })
        if (response.status !== 401 && endpoint.access !== 'open') opened.push(name)
        controller.abort()
      }
      return opened.toSorted()
    }
    expect(await openedBy(media.body.token)).toEqual([
      'checkLyric',
      'downloadArchive',
      'downloadMedia',
      'getCover',
      'getSample',
      'getSmallPicture',
      'getVideoState',
      'streamLowQuality',
      'streamMedia',
      'streamVideo',
    ])
    const isRead = ([, { method, access = 'library' }]: [string, Endpoint]) =>
      method === 'GET' && ['library', 'account', 'member'].includes(access)
    const reads = Object.entries(contract).filter(isRead)
    expect(await openedBy(token)).toEqual(reads.map(([name]) => name).toSorted())
  } finally {
    await app.close()
  }
})

test('API-01 the reference describes every call of the table and no other', () => {
  const { paths } = openApiDocument('1') as { paths: Record<string, Record<string, { operationId: string }>> }
  const described = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
  expect(described.toSorted()).toEqual(Object.keys(authorisation).toSorted())
})

test('API-01 ATH-04 a route below /api that does not stand in the contract is no route', () => {
  const app = Fastify()
  onlyContracted(app)
  expect(() => app.get('/api/behind-the-gate', () => 'secret')).toThrow('/api/behind-the-gate')
})
