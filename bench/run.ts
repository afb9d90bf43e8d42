import type { Figure } from './figure.ts'
import { followStolenTime } from './lib/process-figures.ts'

const benchmarks: Record<string, () => Promise<{ run(): Promise<Figure> }>> = {
  backup: () => import('./backup.ts'),
  browse: () => import('./browse.ts'),
  catalogue: () => import('./catalogue.ts'),
  cluster: () => import('./cluster.ts'),
  'first-sound': () => import('./first-sound.ts'),
  idle: () => import('./idle.ts'),
  listeners: () => import('./listeners.ts'),
  lists: () => import('./lists.ts'),
  members: () => import('./members.ts'),
  metadata: () => import('./metadata.ts'),
  offline: () => import('./offline.ts'),
  page: () => import('./page.ts'),
  recommender: () => import('./recommender.ts'),
  scan: () => import('./scan.ts'),
  start: () => import('./start.ts'),
  stream: () => import('./stream.ts'),
  'subtitle-search': () => import('./subtitle-search.ts'),
  'subtitle-matching': () => import('./subtitle-matching.ts'),
  subsonic: () => import('./subsonic.ts'),
  suggestions: () => import('./suggestions.ts'),
  'subtitle-import': () => import('./subtitle-import.ts'),
  subtitles: () => import('./subtitles.ts'),
  transcode: () => import('./transcode.ts'),
  watch: () => import('./watch.ts'),
  webdav: () => import('./webdav.ts'),
}

const name = process.argv[2] ?? ''
const load = benchmarks[name]
if (!load) {
  console.error(`Usage: npm run bench -- <name>\nNames: ${Object.keys(benchmarks).join(', ')}`)
  process.exit(2)
}
const { run } = await load()
const stolenShare = followStolenTime()
const { ok, line } = await run()
console.log(line)
const stolen = stolenShare()
if (stolen !== null) console.log(`Of the processors' time, the host took ${(stolen * 100).toFixed(1)} %.`)
process.exitCode = ok ? 0 : 1
