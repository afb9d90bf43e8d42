import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
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
  const name = `template_${randomUUID().replaceAll('-', '')}`
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
  project.provide('postgresTemplate', rows[0]!.version >= 150_000 ? `${name} strategy file_copy` : name)
  return async () => {
    rmSync(dir, { recursive: true, force: true })
    await runOnServer(server, `drop database ${name} with (force)`)
  }
}
