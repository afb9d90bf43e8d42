import { MetadataFailure, setupSteps } from '@otodana/contract'
import * as z from 'zod'

import type { Database } from './open.ts'

const delaySchema = z.object({
  untilMs: z.number(),
  reason: z.string(),
  failure: z.optional(MetadataFailure),
  failures: z.int(),
})

/** Settings that administrators change while the server runs. */
const schemas = {
  isRegistrationOpen: z.boolean(),
  /** Whether the administrator has gone through the setup of a new instance. */
  isSetUp: z.boolean(),
  /** Where the administrator continues the setup; not set: the first account was made without it. */
  setupStep: z.enum(setupSteps),
  /** HTML shown to all visitors, sanitised on display; may be empty. */
  announcement: z.string(),
  /** Whether metadata is fetched from providers. */
  fetchesMetadata: z.boolean(),
  /** The names of the providers that an administrator agreed to; not set: all. */
  metadataProviders: z.array(z.string()),
  isMetadataPaused: z.boolean(),
  /** Whether works that scans add are looked up; false after a lookup was cancelled. */
  looksUpNewWorks: z.boolean(),
  /** How many works the current lookup began with. */
  metadataQueued: z.int(),
  /** Until when (ms since 1970) providers are left alone, by name, why, and after how many failures in a row. */
  metadataDelays: z.record(z.string(), delaySchema),
  /** Days; 0: never. */
  metadataRefreshDays: z.int(),
  /** When works whose sales are due were last looked for (ms since 1970). */
  metadataRefreshedAtMs: z.number(),
  /** When the latest backup was made, and when and why one failed since (ms since 1970). */
  lastBackupAtMs: z.number(),
  backupFailure: z.nullable(z.object({ atMs: z.number(), reason: z.enum(['noRoom', 'other']), message: z.string() })),
  /** When an administrator last cancelled a backup (ms since 1970). */
  backupCancelledAtMs: z.number(),
  /** Whether what providers answer is written into works' folders. */
  writesMetadataFiles: z.boolean(),
}
type ServerSettingName = keyof typeof schemas
type ServerSetting<N extends ServerSettingName> = z.infer<(typeof schemas)[N]>

export type ServerSettings = {
  /** @returns null if it has not been set */
  get<N extends ServerSettingName>(name: N): Promise<ServerSetting<N> | null>
  set<N extends ServerSettingName>(name: N, value: ServerSetting<N>): Promise<void>
}

export function createServerSettings({ read, write }: Database): ServerSettings {
  return {
    async get(name) {
      const row = await read.selectFrom('server_setting').select('value').where('name', '=', name).executeTakeFirst()
      return row ? (schemas[name].parse(JSON.parse(row.value)) as never) : null
    },
    async set(name, value) {
      const row = { name, value: JSON.stringify(value) }
      await write
        .insertInto('server_setting')
        .values(row)
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: row.value }))
        .execute()
    },
  }
}
