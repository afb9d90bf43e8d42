import { parseArgs } from 'node:util'
import { ensureDemoLibrary } from '../apps/server/src/features/demo-library/index.ts'

const usage = 'node scripts/demo-library.ts <dir> [--seed n] [--works n] [--ffmpeg path]'
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, works: { type: 'string' }, ffmpeg: { type: 'string' } },
})
const [dir] = positionals
const [seed, works] = [values.seed, values.works].map((text) => (text === undefined ? undefined : Number(text)))
if (
  !dir ||
  positionals.length > 1 ||
  [seed, works].some((number) => number !== undefined && !Number.isInteger(number))
) {
  console.error(usage)
  process.exit(2)
}

const started = performance.now()
const made = await ensureDemoLibrary({
  dir,
  ffmpegPath: values.ffmpeg ?? null,
  ...(seed === undefined ? {} : { seed }),
  ...(works === undefined ? {} : { works }),
  onProgress: ({ done, total }) => {
    if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${total}`)
  },
})
if (process.stdout.isTTY) process.stdout.write('\r')
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(
  made.created ? `${made.works} works made in ${dir} in ${seconds} s` : `${dir} already has its ${made.works} works`,
)
