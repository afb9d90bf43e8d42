import { aWorkFolder } from '#server-test/work-folders.ts'
import { startS3 } from '#server-test/s3-server.ts'

import { startProxy } from '../lib/proxy.ts'
import { toxicFaults } from '../lib/toxics.ts'
import { underFault } from '../lib/under-fault.ts'
import { openWorld } from '../lib/world.ts'
import type { Scenario } from '../scenario.ts'

/** The store fails in the middle of a scan, and is back. */
export const s3Faults: Scenario = {
  name: 's3',
  fault: 'S3 slow, cut, half-open, refused, and back, during scans',
  async run(round) {
    const s3 = await startS3()
    try {
      const store = new URL(s3.settings.endpoint)
      await using proxy = await startProxy({ host: store.hostname, port: Number(store.port) })
      await using world = await openWorld(round, {
        settings: { ...s3.env('library'), LIBRARY_DIRS: '', S3_ENDPOINT: `http://127.0.0.1:${proxy.port}` },
        async fillLibrary(works) {
          for (let number = 1; number <= works; number++) {
            await s3.putAll(`library/RJ${900_000 + number} Quiet evening ${number}`, aWorkFolder(number))
          }
        },
      })
      const says =
        /fetch failed|The operation was aborted[^"\n]*|no answer|(?:does not|did not) answer[^"\n]*|unavailable|ECONNREFUSED|ECONNRESET/
      for (const fault of toxicFaults('S3', proxy, round.random, says)) {
        await underFault(round, world, {
          ...fault,
          async inflict() {
            await world.scanEnds()
            await world.admin('POST', '/api/library/scan', { body: { full: 1 } })
            await fault.inflict()
          },
        })
      }
    } finally {
      await s3.close()
    }
  },
}
