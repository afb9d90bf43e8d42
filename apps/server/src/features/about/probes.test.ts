import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Readiness } from '@otodana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { call } from '../../../test/accounts.ts'
import { startApp, TEST_ADMIN_TOKEN, type TestApp } from '../../../test/start-app.ts'

const admin = { token: TEST_ADMIN_TOKEN }
let folder: string
let app: TestApp

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'otodana-probes-'))
  writeFileSync(join(folder, 'note.txt'), '')
  app = await startApp({ libraryDirs: [folder], scan: false })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const ready = (options = {}) => call<Readiness>(app, 'GET', '/api/readyz', options)
/** Results are up to a second old. */
const failing = async () => {
  const { status, body } = await ready()
  return [status, ...body.checks.filter(({ isOk }) => !isOk).map(({ name }) => name)]
}

test('DEP-01 the process answers that it is alive, and that it is ready', async () => {
  const alive = await app.http.inject('/api/livez')
  expect([alive.statusCode, alive.json(), alive.headers['cache-control']]).toEqual([200, { isAlive: true }, 'no-store'])
  expect(await ready()).toMatchObject({
    status: 200,
    body: { checks: ['database', 'migrations', 'library'].map((name) => ({ name, isOk: true })) },
  })
})

test('DEP-03 an announcement makes neither probe fail', async () => {
  const set = (text: string) => call(app, 'PUT', '/api/admin/settings', { ...admin, body: { announcement: text } })
  expect((await set('<p>Back at nine</p>')).status).toBe(200)
  expect((await app.http.inject('/api/health')).body).toBe('<p>Back at nine</p>')
  expect((await app.http.inject('/api/livez')).statusCode).toBe(200)
  expect((await ready()).status).toBe(200)
  await set('')
})

test('DEP-02 a library folder that is away is named to administrators only', async () => {
  rmSync(join(folder, 'note.txt'))
  await expect.poll(failing).toEqual([503, 'library'])
  const anyone = await ready()
  expect(anyone.body.error).toBe('server.notReady')
  expect(JSON.stringify(anyone.body)).not.toContain(folder)
  const { body } = await ready(admin)
  expect(body.checks.find(({ name }) => name === 'library')?.problems?.join()).toContain(folder)
  expect((await app.http.inject('/api/livez')).statusCode).toBe(200)
  writeFileSync(join(folder, 'note.txt'), '')
  await expect.poll(failing).toEqual([200])
})

test('DEP-02 a database that a newer program has migrated is not this program’s', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2030-01-01T00:00:00.000Z')`.execute(
    app.database.write,
  )
  await expect.poll(failing).toEqual([503, 'migrations'])
})

test('DEP-09 the dashboard shows only metrics that the server has, by expressions that can be read', async () => {
  const { body } = await app.http.inject({ url: '/metrics', headers: { authorization: `Bearer ${TEST_ADMIN_TOKEN}` } })
  const metrics = new Set(
    [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) => namesOf(name, type)),
  )
  const dashboard = JSON.parse(
    readFileSync(new URL('../../../../../deploy/grafana-dashboard.json', import.meta.url), 'utf8'),
  ) as { panels: { title: string; targets: { expr: string }[] }[]; templating: { list: { query: string }[] } }
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect(expressions.length).toBeGreaterThan(10)
  const used = [...expressions, ...dashboard.templating.list.map(({ query }) => query)].flatMap(
    (text) => text.match(/\b(?:otodana|process|nodejs)_\w+/g) ?? [],
  )
  expect(used.filter((name) => !metrics.has(name))).toEqual([])
  for (const expression of expressions) {
    for (const pair of ['()', '{}', '[]'])
      expect(expression.split(pair[0]!).length, expression).toBe(expression.split(pair[1]!).length)
    expect(expression.split('"').length % 2, expression).toBe(1)
    expect(expression).toMatch(/\{job="\$job"/)
  }
})

const namesOf = (name: string, type: string | undefined) =>
  type === 'histogram' ? ['_bucket', '_count', '_sum'].map((suffix) => name + suffix) : [name]
