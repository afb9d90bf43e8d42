/**
 * Makes the demo library. A parent that forks this program gets `DemoMessage`s; otherwise it prints. It ends when its parent
 * does. Exit status: 0 the library is there, 1 the reason is on stderr, 2 wrong arguments.
 */
import { parseArgs } from 'node:util'

import { makeLibrary, type MakeOptions, type Made, type Progress } from './make-library.ts'

/** Every step, and at the end what there is. */
export type DemoMessage = { progress: Progress } | { made: Made }

const usage = 'node apps/demo-library/src/main.ts <dir> [--seed n] [--works n] [--ffmpeg path]'

const endWithParent = () => process.exit(1)
process.once('disconnect', endWithParent)
try {
  const options = readOptions(process.argv.slice(2))
  if (process.send) await makeForParent(options, process.send.bind(process))
  else await makeOnTerminal(options)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode ??= 1
} finally {
  // While it listens for the parent's end, the process stays.
  process.off('disconnect', endWithParent)
}

async function makeForParent(options: MakeOptions, send: (message: DemoMessage) => void): Promise<void> {
  send({ made: await makeLibrary(options, (progress) => send({ progress })) })
}

async function makeOnTerminal(options: MakeOptions): Promise<void> {
  const startedAt = performance.now()
  const { created, works } = await makeLibrary(options, ({ done, total }) => {
    if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${total}`)
  })
  if (process.stdout.isTTY) process.stdout.write('\r')
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    created ? `${works} works made in ${options.dir} in ${seconds} s` : `${options.dir} already has its ${works} works`,
  )
}

function readOptions(args: string[]): MakeOptions {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { seed: { type: 'string' }, works: { type: 'string' }, ffmpeg: { type: 'string' } },
    })
    const [dir, ...others] = positionals
    if (dir === undefined || others.length > 0) throw new Error('One folder is needed.')
    return {
      dir,
      seed: wholeNumber('seed', values.seed),
      works: wholeNumber('works', values.works),
      ffmpegPath: values.ffmpeg ?? null,
    }
  } catch (error) {
    process.exitCode = 2
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nUsage: ${usage}`, { cause: error })
  }
}

function wholeNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined || /^\d+$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new Error(`--${option} ${text} is not a whole number.`)
}
