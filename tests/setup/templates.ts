import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
  const made = [{ kind: 'sqlite', path } as const, { kind: 'postgres', url: url.href } as const]
  for (const location of made) await (await openDatabase(location, { connections: 1 })).close()
  project.provide('sqliteTemplate', path)
  project.provide('postgresTemplate', name)
  return async () => {
    rmSync(dir, { recursive: true, force: true })
    await runOnServer(server, `drop database ${name} with (force)`)
  }
}
