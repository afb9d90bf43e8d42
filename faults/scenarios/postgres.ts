import { findPostgresBin } from '../../scripts/ensure-test-tools.ts'
import { startTemporaryPostgres } from '../../scripts/start-postgres.ts'
import { startProxy } from '../lib/proxy.ts'
import { toxicFaults } from '../lib/toxics.ts'
import { underFault } from '../lib/under-fault.ts'
import { openWorld } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

export const postgresFaults: Scenario = {
  name: 'postgres',
  fault: 'PostgreSQL slow, cut, half-open, refused, and back',
  missing: () => (findPostgresBin() ? null : 'needs PostgreSQL'),
  async run(round) {
    const postgres = await startTemporaryPostgres()
    try {
      const direct = new URL(postgres.url)
      await using proxy = await startProxy({ host: direct.hostname, port: Number(direct.port) })
      const through = new URL(postgres.url)
      through.port = String(proxy.port)
      await using world = await openWorld(round, { settings: { DATABASE_URL: through.href } })
      const says =
        /database connection broke|the database does not answer|ECONNREFUSED|ECONNRESET|[Cc]onnection terminated[^";\n]*/
      for (const fault of toxicFaults('PostgreSQL', proxy, round.random, says)) await underFault(round, world, fault)
    } finally {
      await postgres.stop()
    }
  },
}
