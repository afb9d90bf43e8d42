import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { EmailVerification, ScanStatus, Session, TrackFile } from '@otodana/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { freePort } from '../../../scripts/lib/free-port.ts'
import { aMailWorld, type MailWorld } from '../test/a-mail-world.ts'
import { aMember, anAddress, call } from '../test/accounts.ts'
import { type Balancer, startNginx, statusOf } from '../test/nginx.ts'
import { newPostgres, type Place } from '../test/postgres-databases.ts'
import { programEnv } from '../test/program-env.ts'
import { main } from '../test/programs.ts'
import { endRedis, startRedis } from '../test/redis-server.ts'
import { runOnServer } from '../test/run-on-server.ts'
import { type S3Server, startS3 } from '../test/s3-server.ts'
import { isRunning, writeSound, writeWatchedFfmpeg } from '../test/sounds.ts'
import { aWav } from '../test/work-folders.ts'

const SERVERS = 3
const SECONDS = 37
const CHUNK_SECONDS = 12
/** Wrong passwords from one address before the limit. */
const LOGINS = 20
/** A change is seen by all within a second, or a little later on a busy machine. */
const SEEN = { timeout: 20_000 }

type Node = { url: string; port: number; process: ChildProcess; dataDir: string }

let base: string
let store: S3Server
let mails: MailWorld
let database: Place
let redis: ChildProcess
let balancer: Balancer
let site: { url: string }
let ffmpeg: ReturnType<typeof writeWatchedFfmpeg>
let mailPort: number
const nodes: Node[] = []
let admin: Session

/** Makes ffmpeg's runs of a kind wait until the test goes on. */
const hold = (kind: 'measure' | 'mp3') => writeFileSync(join(base, `hold-${kind}`), '')
const goOn = (kind: 'measure' | 'mp3') => rmSync(join(base, `hold-${kind}`), { force: true })

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'otodana-cluster-'))
  ;[store, mails, database] = await Promise.all([startS3(), aMailWorld(), newPostgres()])
  mails.addDomain('plain.example')
  const redisPort = await freePort()
  redis = await startRedis(redisPort)
  await writeSound(join(base, 'tone.flac'), 'sine=frequency=330:sample_rate=44100,volume=4', SECONDS)
  await store.put('works/RJ01880001 Tide/tone.flac', readFileSync(join(base, 'tone.flac')))
  ffmpeg = writeWatchedFfmpeg(
    base,
    `case "$*" in *ebur128*) kind=measure ;; *libmp3lame*) kind=mp3 ;; *) kind=opus ;; esac
     echo "$$ $kind" >> '${base}/kinds'
     while [ -e "${base}/hold-$kind" ]; do sleep 0.05; done`,
  )
  hold('measure')
  mkdirSync(join(base, 'streams'))
  mailPort = await freePort()
  if (database.location.kind !== 'postgres') throw new Error('the database is PostgreSQL')
  const shared = {
    DATABASE_URL: database.location.url,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    SESSION_SECRET: 'x'.repeat(64),
    SETUP: 'off',
    TRUST_PROXY: '127.0.0.1',
    FFMPEG_PATH: ffmpeg.path,
    SOUND_ANALYSIS: 'all',
    ...store.env('works'),
    ...mails.env,
  }
  const ports = await Promise.all(Array.from({ length: SERVERS }, () => freePort()))
  // All at once, so that they meet at the migrations and at the first scan.
  await Promise.all(
    ports.map((port, at) => startNode(port, at, { ...shared, MAIL_PORT: at === 0 ? String(mailPort) : 'off' })),
  )
  balancer = await startNginx(base, ports)
  site = { url: `http://127.0.0.1:${balancer.port}` }
  await everywhere(async (node) => {
    if ((await titles(node)).length === 0) throw new Error('the first scan is not seen')
  })
  admin = await aMember(site, 'administrator')
}, 120_000)

afterAll(async () => {
  for (const { process } of nodes) process.kill('SIGKILL')
  balancer?.process.kill('SIGKILL')
  for (const kind of ['measure', 'mp3'] as const) goOn(kind)
  if (redis) await endRedis(redis)
  await mails?.close()
  await store?.close()
  await database?.drop()
  rmSync(base, { recursive: true, force: true })
})

async function startNode(port: number, at: number, env: Record<string, string>): Promise<void> {
  const dataDir = join(base, `data-${at}`)
  mkdirSync(dataDir)
  symlinkSync(join(base, 'streams'), join(dataDir, 'streams'))
  const process_ = spawn(process.execPath, [main], {
    env: programEnv({ PORT: String(port), DATA_DIR: dataDir, OTODANA_WEB: 'off', LOG_LEVEL: 'error', ...env }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  nodes[at] = { url: `http://127.0.0.1:${port}`, port, process: process_, dataDir }
  await vi.waitFor(async () => expect(await statusOf(port, '/api/readyz')).toBe(200), { timeout: 100_000 })
}

/** Those that were not killed. */
const living = () => nodes.filter(({ process }) => process.exitCode === null && process.signalCode === null)

const everywhere = (check: (node: Node) => Promise<void>) =>
  Promise.all(living().map((node) => vi.waitFor(() => check(node), SEEN)))

async function titles(node: { url: string }): Promise<string[]> {
  const { body } = await call<{ works: { title: string }[] }>(node, 'GET', '/api/works')
  return body.works.map(({ title }) => title).toSorted()
}

async function bytes(url: string, headers: Record<string, string> = {}): Promise<{ status: number; body: Buffer }> {
  const answer = await fetch(url, { headers })
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
}

async function streamPath(): Promise<string> {
  const { body } = await call<TrackFile[]>(nodes[0]!, 'GET', '/api/tracks/RJ01880001')
  return `/api/media/streamLowQuality/${body[0]!.hash}`
}

/** The runs of ffmpeg, with the server that began each. */
function runs(kind: string): { pid: number; parent: number }[] {
  if (!existsSync(join(base, 'kinds'))) return []
  const lines = readFileSync(join(base, 'kinds'), 'utf8').trim().split('\n')
  return lines.flatMap((line) => {
    const [pid, what] = line.split(' ')
    if (what !== kind) return []
    return [{ pid: Number(pid), parent: isRunning(Number(pid)) ? parentOf(Number(pid)) : 0 }]
  })
}

function parentOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }))
}

test('DEP-14 MED-11 a stream is made once for all', async () => {
  const path = `${await streamPath()}?format=opus`
  const urls = [...nodes.map(({ url }) => url), site.url, site.url, site.url]
  const answers = await Promise.all(urls.map((url) => bytes(url + path)))
  expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200))
  expect(new Set(answers.map(({ body }) => body.toString('base64'))).size).toBe(1)
  expect(runs('opus')).toHaveLength(Math.ceil(SECONDS / CHUNK_SECONDS))
})

test('DEP-14 a scan of one is in the events of another, and its works are in all lists', async () => {
  const [scanning, listening] = nodes as [Node, Node, Node]
  const events = await fetch(`${listening.url}/api/library/scan/events`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<ScanStatus> => {
    for (;;) {
      const at = text.indexOf('\n\n')
      const [event, rest] = at === -1 ? ['', text] : [text.slice(0, at), text.slice(at + 2)]
      text = rest
      const data = /^data: (.*)$/m.exec(event)?.[1]
      if (data !== undefined) return JSON.parse(data) as ScanStatus
      if (at !== -1) continue
      const { value, done } = await reader.read()
      if (done) throw new Error('the events have ended')
      text += value
    }
  }
  const before = await next()
  await store.put('works/RJ01880002 Dawn/track.wav', aWav())
  const token = readFileSync(join(scanning.dataDir, 'admin-token'), 'utf8').trim()
  expect((await call(scanning, 'POST', '/api/library/scan', { token })).status).toBe(200)
  let last = before
  while (last.state === 'running' || last.last?.startedAt === before.last?.startedAt) last = await next()
  await reader.cancel()
  expect(last).toMatchObject({ state: 'idle', last: { state: 'done', counts: { added: 1, unchanged: 1 } } })
  await everywhere(async (node) => expect(await titles(node)).toEqual(['Dawn', 'Tide']))
})

test('DEP-14 logins are limited over all', async () => {
  const address = anAddress()
  const statuses: number[] = []
  for (let attempt = 0; attempt <= LOGINS; attempt++) {
    const body = { name: `visitor${attempt}`, password: 'wrong' }
    statuses.push((await call(site, 'POST', '/api/auth/me', { body, address })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: LOGINS }, () => 401), 429])
  for (const node of nodes) {
    const body = { name: 'visitor', password: 'wrong' }
    expect((await call(node, 'POST', '/api/auth/me', { body, address })).status).toBe(429)
  }
})

test('DEP-14 a session, a rating and an announcement of one are those of all', async () => {
  const { token } = admin
  const rating = { work_id: 1_880_001, rating: 4 }
  expect((await call(nodes[1]!, 'PUT', '/api/review', { token, body: rating })).status).toBe(200)
  await everywhere(async (node) => {
    const { body } = await call<{ userRating: number }>(node, 'GET', '/api/work/1880001', { token })
    expect(body.userRating).toBe(4)
  })
  const announce = (announcement: string) =>
    call(nodes[2]!, 'PUT', '/api/admin/settings', { token, body: { announcement } })
  expect((await announce('back at noon')).status).toBe(200)
  await everywhere(async (node) => expect((await call(node, 'GET', '/api/health')).body).toContain('back at noon'))
  await announce('')
  await everywhere(async (node) => expect((await call(node, 'GET', '/api/health')).body).toBe('OK'))
})

test('DEP-14 a mail that one receives counts once, for all', async () => {
  const { token } = admin
  const post = (node: Node, path: string, body: unknown) =>
    call<EmailVerification>(node, 'POST', `/api/auth/${path}`, { token, body })
  const [one, two, three] = nodes as [Node, Node, Node]
  const send = (subject: string) => mails.send(mailPort, { from: 'me@plain.example', subject })
  const link = await post(two, 'link-email', { password: 'administrator-secret' })
  expect((await send(link.body.subject)).code).toBe(250)
  await everywhere(async (node) => {
    const { body } = await post(node, 'link-email/check', { verifyId: link.body.verifyId })
    expect(body).toMatchObject({ user: { email: 'me@plain.example' }, refused: null })
  })
  const reset = await post(three, 'reset-password', { name: 'administrator' })
  expect((await send(reset.body.subject)).code).toBe(250)
  const finish = { verifyId: reset.body.verifyId, newPassword: 'another secret' }
  expect((await post(one, 'reset-password/finish', finish)).status).toBe(200)
  expect((await post(two, 'reset-password/finish', finish)).status).toBe(410)
})

test('DEP-14 MED-11 what a killed one was doing is done by another, and the site answers', async () => {
  // The first scan has added a job for the only long file.
  await expect.poll(() => runs('measure').filter(({ parent }) => parent !== 0)).not.toEqual([])
  const victim = nodes.find(({ process }) => runs('measure').some(({ parent }) => parent === process.pid))!
  hold('mp3')
  const path = `${await streamPath()}?format=mp3`
  const abandoned = bytes(victim.url + path).catch(() => null)
  await expect.poll(() => runs('mp3')).toHaveLength(1)
  const gone = once(victim.process, 'exit')
  victim.process.kill('SIGKILL')
  await gone
  expect(await abandoned).toBeNull()
  for (const kind of ['measure', 'mp3'] as const) goOn(kind)
  const statuses = await Promise.all(
    Array.from({ length: 12 }, () => bytes(`${site.url}/api/works`).then(({ status }) => status)),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))

  const [first, second] = living()
  const streams = await Promise.all([first!, second!].map(({ url }) => bytes(url + path)))
  expect(streams.map(({ status }) => status)).toEqual([200, 200])
  expect(streams[0]!.body.equals(streams[1]!.body)).toBe(true)

  // As if half a minute had passed.
  if (database.location.kind !== 'postgres') throw new Error('the database is PostgreSQL')
  await runOnServer(database.location.url, `update job set lease_until_ms = 0 where state = 'running'`)
  await everywhere(async (node) => {
    const { body } = await call<{ sounds: unknown[] }>(node, 'GET', '/api/sound/RJ01880001')
    expect(body.sounds).toHaveLength(1)
  })
})
