import type { Logger } from 'pino'

import type { Config } from '#config.ts'
import { type DemoProgress, runDemoProgram } from './demo-program.ts'
import type { Library } from '#features/library/index.ts'
import { canRunFfmpeg } from '#ffmpeg/run-ffmpeg.ts'
import { demoLibraryDir } from '#settings/library-roots.ts'

const LOG_EVERY_MS = 3_000
/**
 * The first scan starts after this many works, further ones when there are this many times more: scans slow down the
 * generation.
 */
const FIRST_WORKS = 3
const GROWTH = 4

type DemoDeps = {
  config: Pick<Config, 'dataDir' | 'ffmpegPath'>
  library: Pick<Library, 'startByItself' | 'whenIdle'>
  /** Aborts when the server stops. */
  signal: AbortSignal
  log: Logger
  program?: string
}

/**
 * Generates the demo library unless it exists. Takes some seconds, or a minute on a busy machine, so progress is
 * logged, and the first works are shown while others are generated. The server works without it, so failures are only
 * logged.
 */
export async function prepareDemo({ config, library, signal, log, program }: DemoDeps): Promise<void> {
  const dir = demoLibraryDir(config)
  const startedAt = performance.now()
  const tell = createProgressLogger(log, dir)
  const scan = createScanTrigger(library)
  try {
    const ffmpegPath = (await canRunFfmpeg(config.ffmpegPath)) ? config.ffmpegPath : null
    const onProgress = (progress: DemoProgress) => {
      tell(progress)
      scan.asItGrows(progress)
    }
    const { created, works } = await runDemoProgram({
      dir,
      ffmpegPath,
      onProgress,
      signal,
      ...(program && { program }),
    })
    if (created) log.info({ works, seconds: secondsSince(startedAt) }, 'demo library made')
  } catch (error) {
    if (!signal.aborted) log.error({ err: error, dir }, 'the demo library could not be made')
  }
  await scan.ended()
}

/** Logs the first step at once, then progress every few seconds. */
function createProgressLogger(log: Logger, dir: string): (progress: DemoProgress) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  return ({ done, total, works, totalWorks }) => {
    const now = performance.now()
    if (now - loggedAt < LOG_EVERY_MS || done === total) return
    loggedAt = now
    const [percent, of] = [Math.floor((done / total) * 100), `${works} of ${totalWorks} works`]
    if (done === 0) log.info({ dir, works: totalWorks }, 'making the demo library: sounds, covers and subtitles')
    else log.info(`making the demo library: ${percent} %, ${of}`)
  }
}

/** Scans when there are some works, and again when there are many more. */
function createScanTrigger(library: DemoDeps['library']) {
  let next = FIRST_WORKS
  let running: Promise<void> | null = null
  async function run(): Promise<void> {
    await library.startByItself('start')
    await library.whenIdle()
    running = null
  }
  return {
    asItGrows({ works, totalWorks }: DemoProgress): void {
      if (works < next || running || works === totalWorks) return
      next = works * GROWTH
      running = run()
    },
    ended: async () => running,
  }
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 100) / 10
}
