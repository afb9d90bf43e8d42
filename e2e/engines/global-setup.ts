import { rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { writeVideo } from '../../apps/server/test/sounds.ts'
import { ensureWebBuilt } from '../../scripts/build-web.ts'
import { createToneLibrary } from '../a-library.ts'
import { createDemoData } from '../demo-data.ts'
import { startServer } from '../start-server.ts'
import { aVideo } from './a-video.ts'
import { startDesktop } from './desktop.ts'
import { longWork } from './long-work.ts'

/** One server with the demo library and a work of long tracks, a display and a sound server for the whole run. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await ensureWebBuilt()
  const ends: (() => Promise<void> | void)[] = []
  const endAll = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const dataDir = await createDemoData()
    ends.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    const tones = createToneLibrary(longWork.code, longWork.tracks)
    ends.push(tones.remove)
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']
    await writeVideo(join(tones.dir, aVideo.code, `${aVideo.name}.mp4`), aVideo.seconds, codecs)
    const desktop = await startDesktop()
    ends.push(desktop.stop)
    const libraries = [join(dataDir, 'demo-library'), tones.dir]
    const server = await startServer({ dataDir, env: { LIBRARY_DIRS: libraries.join(delimiter) } })
    ends.push(server.stop)
    process.env.OTODANA_E2E_URL = server.url
    process.env.OTODANA_DESKTOP = JSON.stringify(desktop.env)
    return endAll
  } catch (error) {
    await endAll()
    throw error
  }
}
