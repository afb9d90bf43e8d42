import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { TrackNode, WorkPage } from '@otodana/contract'
import { expect, onTestFinished, test } from 'vitest'

import { aFolder } from '../test/work-folders.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
/** More than any system keeps for a reader who does not read. */
const LONG_FILE_BYTES = 100_000_000
/** A start takes two or three; the rest is for a machine that is slow, or busy with other tests. */
const LISTENS_WITHIN_SECONDS = 45

async function startServer(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: '0', OTODANA_WEB: 'off', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithTest(child)
  let output = ''
  const { promise: url, resolve, reject } = Promise.withResolvers<string>()
  child.stdout.on('data', (text: Buffer) => {
    output += text.toString()
    const [, listensOn] = /listens on (http\S+)\s/.exec(output) ?? []
    if (listensOn !== undefined) resolve(listensOn)
  })
  child.once('close', () => reject(new Error(`the server has ended: ${output}`)))
  const timer = setTimeout(() => {
    reject(new Error(`the server does not listen after ${LISTENS_WITHIN_SECONDS} seconds: ${output}`))
    child.kill('SIGKILL')
  }, LISTENS_WITHIN_SECONDS * 1_000)
  try {
    return { child, url: await url, output: () => output, [Symbol.dispose]: () => void child.kill('SIGKILL') }
  } finally {
    clearTimeout(timer)
  }
}

/** What a test holds with `using` stays while it waits, also when its time is over. */
function endWithTest(child: ChildProcess) {
  onTestFinished(() => void child.kill('SIGKILL'))
}

test('a stop waits for no listener who has paused, and counts as clean', { timeout: 180_000 }, async () => {
  using folder = aFolder()
  const work = join(folder.path, 'library', 'RJ900001 Tide')
  mkdirSync(work, { recursive: true })
  writeFileSync(join(work, 'long.wav'), '')
  truncateSync(join(work, 'long.wav'), LONG_FILE_BYTES)
  using server = await startServer({
    DATA_DIR: join(folder.path, 'data'),
    LIBRARY_DIRS: join(folder.path, 'library'),
  })
  const tracks = () => fetch(`${server.url}/api/tracks/900001`)
  await expect.poll(async () => (await tracks()).status).toBe(200)
  const [file] = (await (await tracks()).json()) as TrackNode[]
  if (file?.type !== 'audio') throw new Error('the work has one recording')

  const { hostname, port, pathname } = new URL(file.mediaStreamUrl)
  const player = connect(Number(port), hostname)
  player.on('error', () => {})
  player.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
  await once(player, 'readable')

  server.child.kill('SIGTERM')
  expect(await once(server.child, 'close')).toEqual([0, null])
  expect(server.output()).not.toContain('killed by timeout')
  player.destroy()
})

test(
  'a first start tells at once what it makes, and shows works while it makes the others',
  { timeout: 180_000 },
  async () => {
    using folder = aFolder()
    using server = await startServer({ DATA_DIR: join(folder.path, 'data'), LOG_LEVEL: 'info' })
    const shown = async () => {
      const { pagination } = (await (await fetch(`${server.url}/api/works`)).json()) as WorkPage
      return pagination.totalCount
    }
    await expect.poll(shown, { timeout: 120_000 }).toBeGreaterThan(0)
    const [untilScanned = ''] = server.output().split('"msg":"scan done"')
    expect(untilScanned).toContain('making the demo library: sounds, covers and subtitles')
    expect(untilScanned).toContain(JSON.stringify(join(folder.path, 'data', 'demo-library')))
    expect(untilScanned).not.toContain('demo library made')
  },
)

test('ATH-05 a port for mail that is taken ends the start, and names its setting', async () => {
  using folder = aFolder()
  await using taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const mail = { MAIL_DOMAIN: 'listen.example', MAIL_HOST: '127.0.0.1', MAIL_PORT: String(port) }
  using child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, PORT: '0', OTODANA_WEB: 'off', DATA_DIR: folder.path, ...mail },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  endWithTest(child)
  let told = ''
  child.stderr.on('data', (text: Buffer) => (told += text.toString()))
  expect(await once(child, 'close')).toEqual([1, null])
  expect(told).toContain(`MAIL_HOST and MAIL_PORT, 127.0.0.1, ${port}: `)
  expect(told).toContain('EADDRINUSE')
})
