import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { addSongs } from './lib/add-songs.ts'
import { fillDatabase } from './lib/fill-database.ts'
import { generateCatalogue } from './lib/generated-works.ts'
import { cpuMs } from './lib/process-figures.ts'
import { untilQuiet } from './lib/request-cost.ts'
import { startOurs } from './lib/server-process.ts'
const dir = '/tmp/subsonic-db'
const path = join(dir, 'data', 'otodana.db')
if (!existsSync(dir)) {
  mkdirSync(join(dir, 'data'), { recursive: true })
  const c = generateCatalogue(100_000)
  await fillDatabase({ kind: 'sqlite', path }, c, join(dir, 'generated'))
  await addSongs(path, 10)
}
const args = process.argv.slice(2)
const server = await startOurs(
  { DATA_DIR: join(dir, 'data'), LIBRARY_DIRS: join(dir, 'generated'), SETUP: 'off', REGISTER_LIMIT: '0' },
  args,
)
const { url, pid } = server
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const json = { 'content-type': 'application/json' }
const r: any = await (
  await fetch(`${url}/api/auth/reg`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ name: 'c' + (Date.now() % 1e8), password: 'of no importance' }),
  })
).json()
const { secret }: any = await (
  await fetch(`${url}/api/auth/app-passwords`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${r.token}` },
    body: JSON.stringify({ name: 'B', password: 'of no importance' }),
  })
).json()
const rest = (call: string, values: any) =>
  `/rest/${call}?${new URLSearchParams({ ...values, apiKey: secret, f: 'json', c: 'bench' })}`
const songs = (p: number) =>
  rest('search3', { query: '""', songCount: 500, songOffset: p * 500, albumCount: 0, artistCount: 0 })
const albumPage = (p: number) =>
  rest('search3', { query: '', albumCount: 500, albumOffset: p * 500, songCount: 0, artistCount: 0 })
const byName = (p: number) => rest('getAlbumList2', { type: 'alphabeticalByName', size: 500, offset: p * 500 })
const t0 = performance.now()
async function cost(name: string, count: number, f: (n: number) => string) {
  const took: number[] = []
  const cpu = cpuMs(pid)
  const from = (performance.now() - t0) / 1000
  for (let n = 0; n < count; n++) {
    const s = performance.now()
    const q = get(url + f(n), { agent, headers: { 'accept-encoding': 'gzip' } })
    const [res] = (await once(q, 'response')) as [IncomingMessage]
    for await (const _ of res);
    took.push(performance.now() - s)
    if (res.statusCode !== 200) throw new Error(String(res.statusCode))
  }
  const sorted = took.toSorted((a, b) => a - b)
  const worst = took
    .map((ms, n) => [ms, n])
    .sort((a, b) => b[0]! - a[0]!)
    .slice(0, 6)
    .map(([ms, n]) => `${n}:${ms!.toFixed(0)}`)
  console.log(
    `@${from.toFixed(1)} ${name}: p50 ${sorted[Math.floor(count / 2)]!.toFixed(1)} p99 ${sorted[Math.floor(count * 0.99)]!.toFixed(0)} cpu ${((cpuMs(pid) - cpu) / count).toFixed(1)} worst ${worst.join(' ')}`,
  )
}
await untilQuiet(pid)
await cost('songs warm', 50, songs)
await cost('songs', 400, songs)
await cost('any', 40, (n) => songs((n * 761 + 1500) % 2000))
if (process.env.PROF) writeFileSync('/tmp/prof.on', '')
await cost('albums', 200, (n) => albumPage(199 - n))
if (process.env.PROF) {
  rmSync('/tmp/prof.on')
  await new Promise((r) => setTimeout(r, 3000))
}
await cost('again', 200, albumPage)
await cost('named', 200, byName)
await server.stop()
