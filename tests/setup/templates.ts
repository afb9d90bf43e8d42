import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

import { openDatabase } from '../../apps/server/src/db/open.ts'
import { runOnServer } from '../../apps/server/test/run-on-server.ts'

/**
 * An empty database of each kind, migrated once a run: most tests begin with a copy of one, which takes a tenth of the
 * time. Runs after `postgres.ts`, whose server it fills.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-template-'))
  const path = join(dir, 'otodana.db')
  const server = project.getProvidedContext().postgresUrl
  const run = randomUUID().replaceAll('-', '').slice(0, 12)
  const name = `template_${run}`
  const copies = `test_${run}_`
  await runOnServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  await (await openDatabase({ kind: 'sqlite', path }, { connections: 1 })).close()
  const postgres = await openDatabase({ kind: 'postgres', url: url.href }, { connections: 1 })
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer as version`.execute(postgres.read)
  await postgres.close()
  project.provide('sqliteTemplate', path)
  // Copying the files takes half as long as logging their pages, which PostgreSQL does by default since it can do either.
  const source = rows[0]!.version >= 150_000 ? `${name} strategy file_copy` : name
  project.provide('postgresTemplate', { source, copies })
  return async () => {
    rmSync(dir, { recursive: true, force: true })
    // A temporary server is thrown away whole.
    if (process.env.TEST_DATABASE_URL) await dropAll(server, [name, ...(await namesThatBegin(server, copies))])
  }
}

async function namesThatBegin(server: string, begin: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [begin],
    )
    return rows.map(({ datname }) => datname)
  } finally {
    await client.end()
  }
}

async function dropAll(server: string, names: readonly string[]): Promise<void> {
  for (const name of names) await runOnServer(server, `drop database ${name} with (force)`)
}
