import { join } from 'node:path'

import type { Config } from '#config.ts'

import type { DatabaseLocation } from './open.ts'

/** Which database the settings name: PostgreSQL, or the SQLite file in the data folder. */
export function databaseLocation({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): DatabaseLocation {
  return databaseUrl === null
    ? { kind: 'sqlite', path: join(dataDir, 'otodana.db') }
    : { kind: 'postgres', url: databaseUrl }
}
