import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

import type { TrackNode, WorkPage } from '@otodana/contract'
import { expect, onTestFinished, test } from 'vitest'

import { aMember, call } from '../test/accounts.ts'
import { aDisk, mayMount } from '../test/a-disk.ts'
import { makeOldDatabase } from '../test/databases.ts'
import { programEnv } from '../test/program-env.ts'
import { buildFolder, cli, main } from '../test/programs.ts'
import { aFolder } from '../test/work-folders.ts'

/** More than any system buffers for a reader that does not read. */
const LONG_FILE_BYTES = 100_000_000
/** A start takes two or three; the rest is for a slow or busy machine. */
const LISTENS_WITHIN_SECONDS = 45

async function startServer(env: Record<string, string>, program = main) {
  const child = spawn(process.execPath, [program], {
    env: programEnv({ PORT: '0', OTODANA_WEB: 'off', LOG_LEVEL: 'warn', ...env }),
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

/** `using` alone does not end the child when the test times out. */
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

test('a server without the demo library starts, and says what is missing', { timeout: 180_000 }, async () => {
  using folder = aFolder()
  const copy = join(folder.path, 'apps/server/dist/build')
  cpSync(buildFolder, copy, { recursive: true })
  const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url))
  symlinkSync(modules, join(folder.path, 'node_modules'))
  using started = await startServer({ DATA_DIR: join(folder.path, 'data') }, join(copy, 'main.js'))
  await expect.poll(started.output).toContain('apps/demo-library, which makes a small demo library, is not installed')
  expect(started.output()).not.toContain('this is a small demo library')
  expect((await fetch(`${started.url}/api/works`)).status).toBe(200)
})

test('ATH-05 a port for mail that is taken ends the start, and names its setting', async () => {
  using folder = aFolder()
  await using taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const mail = { MAIL_DOMAIN: 'listen.example', MAIL_HOST: '127.0.0.1', MAIL_PORT: String(port) }
  using child = spawn(process.execPath, [main], {
    env: programEnv({ PORT: '0', OTODANA_WEB: 'off', DATA_DIR: folder.path, ...mail }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  endWithTest(child)
  let told = ''
  child.stderr.on('data', (text: Buffer) => (told += text.toString()))
  expect(await once(child, 'close')).toEqual([1, null])
  expect(told).toContain(`MAIL_HOST and MAIL_PORT, 127.0.0.1, ${port}: `)
  expect(told).toContain('EADDRINUSE')
})

test('ADM-17 a data folder that cannot be made ends the start, and names its setting', async () => {
  using folder = aFolder()
  symlinkSync(join(folder.path, 'unmounted'), join(folder.path, 'disk'))
  const impossible = [join(folder.path, 'disk/data'), ...(existsSync('/proc/self') ? ['/proc/otodana/data'] : [])]
  for (const DATA_DIR of impossible) {
    const starting = spawn(process.execPath, [main], {
      env: programEnv({ PORT: '0', OTODANA_WEB: 'off', DATA_DIR }),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    endWithTest(starting)
    let told = ''
    starting.stderr.on('data', (text: Buffer) => (told += text.toString()))
    expect(await once(starting, 'close')).toEqual([1, null])
    expect(told).toContain(`These settings do not work:\n  DATA_DIR, ${DATA_DIR}: ENOENT: no such file or directory`)
  }
})

/** Registers with the code of the link in the server's log. */
async function theFirst(server: { url: string; output: () => string }): Promise<void> {
  await expect.poll(server.output).toContain('/setup#code=')
  const [, link = '', setupCode = ''] = /(http\S+\/setup)#code=(\S+)/.exec(server.output()) ?? []
  expect(link).toBe(`${server.url}/setup`)
  const body = { name: 'first-one', password: 'first-one-secret', setupCode }
  expect((await call(server, 'POST', '/api/auth/reg', { body })).status).toBe(200)
}

function fillUp(disk: string): void {
  const bytes = Buffer.alloc(4_096)
  for (let part = 0; ; part++) {
    try {
      writeFileSync(join(disk, 'something-else'), bytes, { flag: 'a' })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
      throw error
    }
  }
}

test.runIf(mayMount())(
  'ADM-12 with a full disk a server starts and serves what it has',
  { timeout: 180_000 },
  async () => {
    using folder = aFolder()
    const [disk, library] = [join(folder.path, 'disk'), join(folder.path, 'library')]
    mkdirSync(library)
    using mounted = aDisk(disk, 8_000)
    expect(mounted).not.toBeNull()
    const env = { DATA_DIR: join(disk, 'data'), LIBRARY_DIRS: library }
    const logIn = (url: string) =>
      call({ url }, 'POST', '/api/auth/me', { body: { name: 'first-one', password: 'first-one-secret' } })
    {
      using server = await startServer(env)
      await theFirst(server)
      server.child.kill('SIGTERM')
      await once(server.child, 'close')
    }
    // Both ways in which a server may have left its database.
    for (const end of ['SIGTERM', 'SIGKILL'] as const) {
      for (const name of readdirSync(env.DATA_DIR)) if (/-(?:shm|wal)$/.test(name)) expect(end).toBe('SIGKILL')
      fillUp(disk)
      using server = await startServer(env)
      expect((await fetch(`${server.url}/api/works`)).status).toBe(200)
      expect((await logIn(server.url)).status).toBe(200)
      expect(server.output()).toContain('the disk is full')
      server.child.kill(end)
      await once(server.child, 'close')
      rmSync(join(disk, 'something-else'))
    }
    using server = await startServer(env)
    expect((await logIn(server.url)).status).toBe(200)
    await aMember(server, 'later-one')
  },
)

test.runIf(mayMount())(
  'ADM-12 a first start on a full disk leaves nothing that a later one refuses',
  { timeout: 180_000 },
  async () => {
    using folder = aFolder()
    const disk = join(folder.path, 'disk')
    using mounted = aDisk(disk, 8_000)
    expect(mounted).not.toBeNull()
    const env = { DATA_DIR: join(disk, 'data'), LIBRARY_DIRS: folder.path }
    fillUp(disk)
    await expect(startServer(env)).rejects.toThrow('the server has ended')
    for (const name of ['admin-token', 'session-secret']) expect(existsSync(join(env.DATA_DIR, name))).toBe(false)
    rmSync(join(disk, 'something-else'))
    using server = await startServer(env)
    await theFirst(server)
    expect(readFileSync(join(env.DATA_DIR, 'admin-token'), 'utf8')).toMatch(/^[\w-]{43}\n$/)
  },
)

test('ATH-09 an emptied database beside secrets of before needs the admin token', { timeout: 180_000 }, async () => {
  using folder = aFolder()
  const env = { DATA_DIR: folder.path, LIBRARY_DIRS: folder.path, REGISTRATION: 'closed', SETUP: 'off' }
  const reg = (url: string, name: string, token?: string) =>
    call({ url }, 'POST', '/api/auth/reg', { body: { name, password: 'the-secret' }, token })
  const end = async ({ child }: { child: ChildProcess }) => {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  {
    using server = await startServer(env)
    expect((await reg(server.url, 'the-owner')).status).toBe(200)
    await end(server)
  }
  // As left by an older version, which made no mark.
  rmSync(join(folder.path, 'had-accounts'))
  for (const name of readdirSync(folder.path)) if (/-(?:shm|wal)$/.test(name)) rmSync(join(folder.path, name))
  truncateSync(join(folder.path, 'otodana.db'))
  using server = await startServer(env)
  expect(server.output()).toContain('the database has no accounts, though there have been some')
  expect(await reg(server.url, 'a-thief')).toMatchObject({ status: 403, body: { error: 'auth.adminTokenNeeded' } })
  // The next start finds tables in the database, and makes the mark.
  expect(existsSync(join(folder.path, 'had-accounts'))).toBe(true)
  const token = readFileSync(join(folder.path, 'admin-token'), 'utf8').trim()
  expect((await reg(server.url, 'the-owner', token)).status).toBe(200)
  await end(server)
})

test(
  'UPG-01 a second server on one SQLite database is refused, one after a kill is not',
  { timeout: 180_000 },
  async () => {
    using folder = aFolder()
    const env = { DATA_DIR: join(folder.path, 'data'), LIBRARY_DIRS: folder.path }
    using first = await startServer(env)
    const second = spawnSync(process.execPath, [main], { env: programEnv({ PORT: '0', ...env }), encoding: 'utf8' })
    expect(second.status).toBe(1)
    expect(second.stderr).toMatch(
      /^These settings do not work:\n {2}DATA_DIR, .*otodana\.db: another server is running/,
    )
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200)
    // A command goes on beside it.
    const command = spawnSync(process.execPath, [cli, 'user', 'list'], { env: programEnv(env), encoding: 'utf8' })
    expect(command).toMatchObject({ status: 0, stdout: expect.stringContaining('guest') })
    first.child.kill('SIGKILL')
    await once(first.child, 'close')
    using third = await startServer(env)
    expect((await fetch(`${third.url}/api/health`)).status).toBe(200)
  },
)

test(
  'BAK-05 UPG-04 a start finishes a restore that was killed, and backs its older database up before it changes it',
  { timeout: 180_000 },
  async () => {
    using folder = aFolder()
    const ready = join(folder.path, 'restore.ready')
    const old = await makeOldDatabase('sqlite', '0022-known-networks', async (db) => {
      await db.insertInto('circle').values({ id: 3, name: 'Of before', name_key: 'of before', code: '' }).execute()
    })
    if (old.location.kind !== 'sqlite') throw new Error('the database is a file')
    mkdirSync(ready)
    copyFileSync(old.location.path, join(ready, 'otodana.db'))
    writeFileSync(join(ready, 'admin-token'), 'the-restored-token-of-more-than-32-characters')
    await old.drop()
    writeFileSync(join(folder.path, 'otodana.db'), 'the replaced database')
    writeFileSync(join(folder.path, 'admin-token'), 'the-replaced-token-of-more-than-32-characters')

    using server = await startServer({ DATA_DIR: folder.path, LIBRARY_DIRS: folder.path, LOG_LEVEL: 'info' })
    expect(server.output()).toContain('a restore that was interrupted is finished')
    expect(existsSync(ready)).toBe(false)
    expect(readFileSync(join(folder.path, 'admin-token'), 'utf8')).toContain('the-restored-token')
    expect(server.output()).toContain('it was backed up first')
    expect(readdirSync(join(folder.path, 'backups'))).toEqual([
      expect.stringMatching(/^otodana-before-update-.*\.backup$/),
    ])
    using database = new DatabaseSync(join(folder.path, 'otodana.db'), { readOnly: true })
    expect(database.prepare('select id, name from circle').all()).toEqual([{ id: 3, name: 'Of before' }])
  },
)

test('UPG-02 UPG-06 a start waits for PostgreSQL, and refuses a torn SQLite database', { timeout: 180_000 }, () => {
  using folder = aFolder()
  writeFileSync(join(folder.path, 'otodana.db'), 'no database')
  writeFileSync(join(folder.path, 'otodana.db-wal'), 'of another moment')
  const start = (env: Record<string, string>) => {
    const settings = { PORT: '0', OTODANA_WEB: 'off', DATA_DIR: folder.path, ...env }
    const { status, stdout, stderr } = spawnSync(process.execPath, [main], {
      env: programEnv(settings),
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  expect(start({})).toMatchObject({ status: 1, stderr: expect.stringContaining('the database is damaged: ') })
  expect(readFileSync(join(folder.path, 'otodana.db'), 'utf8')).toBe('no database')
  // Port 1 is never a database's.
  const away = { DATABASE_URL: 'postgres://someone@127.0.0.1:1/none', DATABASE_WAIT_SECONDS: '1' }
  expect(start(away)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('waiting for PostgreSQL, at most 1 seconds'),
    stderr: expect.stringContaining('ECONNREFUSED'),
  })
})
