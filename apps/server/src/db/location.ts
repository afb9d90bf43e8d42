import { join } from 'node:path'

import type { Config } from '#config.ts'

import type { DatabaseLocation } from './open.ts'

/** Returns the configured database: PostgreSQL, or the SQLite file in the data folder. */
export function databaseLocation({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): DatabaseLocation {
  return databaseUrl === null
    ? { kind: 'sqlite', path: join(dataDir, 'otodana.db') }
    : { kind: 'postgres', url: databaseUrl }
}

/** The setting with the location, for messages: a URL may contain a password. */
export function settingOf(location: DatabaseLocation): string {
  return location.kind === 'sqlite' ? `DATA_DIR, ${location.path}` : 'DATABASE_URL'
}
