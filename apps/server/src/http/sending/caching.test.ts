import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { contract, type Endpoint } from '@otodana/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { aMember, call } from '../../../test/accounts.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { writeWorks } from '../../../test/work-folders.ts'

const dir = mkdtempSync(join(tmpdir(), 'otodana-caching-'))
writeWorks(dir, 1, { tracks: 1 })
afterAll(() => rmSync(dir, { recursive: true }))

const ID = '900001'
/** Calls that answer with something of that work, or of the library. */
const addresses = (Object.values(contract) as Endpoint[])
  .filter(({ method, path, access }) => method === 'GET' && access !== 'admin' && !path.includes('{hash}'))
  .map(({ path }) => path.replace(/\{(\w+)\}/g, ID))

describe.each(['public', 'members'] as const)('where the library is %s', (access) => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startApp({ libraryDirs: [dir], env: { ACCESS: access } })
    token = (await aMember(app, 'a-member')).token
  })
  afterAll(() => app.close())

  test('ATH-02 no cache that visitors share may keep what a member is answered', async () => {
    const kept: string[] = []
    for (const address of addresses) {
      const { status, headers } = await call(app, 'GET', address, { token })
      const control = headers.get('cache-control') ?? 'nothing'
      if (status === 200 && !/\b(?:private|no-store)\b/.test(control)) kept.push(`${address}: ${control}`)
    }
    expect(kept).toEqual([])
  })
})

test('ATH-02 a cover whose address has a token is in no cache that visitors share, and stays in their own', async () => {
  const app = await startApp({ libraryDirs: [dir], env: { ACCESS: 'members' } })
  try {
    const { token } = await aMember(app, 'a-member')
    const media = await call<{ token: string }>(app, 'POST', '/api/auth/media-token', { token })
    const address = `${app.url}/api/cover/${ID}.jpg?token=${media.body.token}`
    const cover = await fetch(address)
    expect([cover.status, cover.headers.get('cache-control')]).toEqual([200, 'private, max-age=86400'])
    const again = await fetch(address, { headers: { 'if-none-match': cover.headers.get('etag') ?? '' } })
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, max-age=86400'])
  } finally {
    await app.close()
  }
})
