import { readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

import type { Backups } from '@otodana/contract'

import { restoreBackup } from '#server/db/backup/restore-backup.ts'

import { killDuring } from '../lib/kill-during.ts'
import { until } from '../lib/until.ts'
import { damages, openWorld } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

const BACKUP_SECONDS = 60

export const killBackup: Scenario = {
  name: 'kill-backup',
  fault: 'kill -9 while a backup is made',
  // A task of a killed server is free again when its lease has ended.
  kills: 3,
  async run(round) {
    await using world = await openWorld(round)
    const backups = () => world.admin<Backups>('GET', '/api/admin/backups')
    await killDuring(round, {
      world,
      withinMs: 500,
      begin: () => world.admin('POST', '/api/admin/backups'),
      async check(kill) {
        await until('the end of a backup that goes on', BACKUP_SECONDS, async () => (await backups()).progress === null)
        // As if the kill were an hour ago: what has just changed may be written by a copy of the installation.
        for (const name of readdirSync(world.backupDir)) {
          const anHourAgo = Date.now() / 1_000 - 3_600
          if (name.includes('.partial-')) utimesSync(join(world.backupDir, name), anHourAgo, anHourAgo)
        }
        const before = (await backups()).backups.length
        await world.admin('POST', '/api/admin/backups')
        const { backups: made } = await until('a backup after the kill', BACKUP_SECONDS, async () => {
          const now = await backups()
          return now.progress === null && (now.backups.length > before || now.backups.length === 7) && now
        })
        const named = new Set(made.map(({ name }) => name))
        for (const name of readdirSync(world.backupDir)) {
          if (!named.has(name)) round.tally.violations.push(`${name} is left in the folder of backups`)
        }
        // The latest was made before the kill, or after it: each restores as a whole.
        for (const { name } of made.slice(0, 2)) {
          const dataDir = join(round.dir, `restored-${kill}`)
          const location = { kind: 'sqlite' as const, path: join(dataDir, 'otodana.db') }
          await restoreBackup({ path: join(world.backupDir, name), location, dataDir, replaces: false })
          round.tally.violations.push(...damages(location.path))
          rmSync(dataDir, { recursive: true })
        }
      },
    })
  },
}
