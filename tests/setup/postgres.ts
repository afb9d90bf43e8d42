import type { TestProject } from 'vitest/node'

import { startTemporaryPostgres } from '../../scripts/start-postgres.ts'

/** One PostgreSQL for the whole run: the one `TEST_DATABASE_URL` names, or a temporary one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('postgresUrl', given)
    return async () => {}
  }
  const postgres = await startTemporaryPostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
