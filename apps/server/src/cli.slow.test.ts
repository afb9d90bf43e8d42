import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'

import { expect, test, vi } from 'vitest'

import { startMetadataStore } from '../test/metadata-store.ts'
import { programEnv } from '../test/program-env.ts'
import { cli } from '../test/programs.ts'
import { aFolder, aWav, writeFiles, writeWorks } from '../test/work-folders.ts'

import { openDatabase } from './db/open.ts'
import { createAccountRepository } from './features/accounts/index.ts'

// Each command is a process, and a busy machine starts few of them a second.
vi.setConfig({ testTimeout: 180_000 })

/** Enough that a scan is still running when it is interrupted, on any machine. */
const WORKS = 600

function otodana(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    env: programEnv(env),
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** Returns 0 if there is no database or table. */
function countWorks(path: string): number {
  try {
    using database = new DatabaseSync(path, { readOnly: true })
    return Number(database.prepare('select count(*) as count from work').get()?.count)
  } catch {
    return 0
  }
}

test('ADM-01 scan reports results and problems, and refuses to lose many works without the option', () => {
  using folder = aFolder()
  const library = join(folder.path, 'library')
  const env = { DATA_DIR: join(folder.path, 'data'), LIBRARY_DIRS: library }
  const names = writeWorks(library, 3, { tracks: 1 })
  writeFiles(library, { 'RJ900009/broken.mp3': 'no mp3' })

  const first = otodana(['scan'], env)
  expect(first.stdout).toContain('brokenMedia: ' + join(library, 'RJ900009/broken.mp3'))
  expect(first.stdout).toContain('Done: 4 works found, 4 new, 0 changed, 0 unchanged, 0 missing; 1 problems\n')
  expect(first.status).toBe(0)

  for (const name of names.slice(0, 2)) rmSync(join(library, name), { recursive: true })
  const refused = otodana(['scan'], env)
  expect(refused.stdout).toContain('manyMissing')
  expect(refused.status).toBe(1)
  const allowed = otodana(['scan', '--allow-missing', '--full'], env)
  expect(allowed.stdout).toContain('2 works found, 0 new, 2 changed, 0 unchanged, 2 missing')
  expect(allowed.status).toBe(0)

  const missing = otodana(['missing'], env)
  expect(missing.stdout).toBe(
    [1, 2].map((n) => `RJ90000${n}\tQuiet evening ${n}\t${join(library, names[n - 1] ?? '')}\n`).join(''),
  )
  expect(missing.stderr).toContain('2 works are missing')
  expect(missing.status).toBe(0)
})

test('ADM-01 Ctrl-C stops a scan cleanly, and the next one resumes', async () => {
  using folder = aFolder()
  const library = join(folder.path, 'library')
  const env = { DATA_DIR: join(folder.path, 'data'), LIBRARY_DIRS: library }
  writeWorks(library, WORKS, { tracks: 1 })
  const child = spawn(process.execPath, [cli, 'scan'], { env: programEnv(env) })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  const ended = once(child, 'close') as Promise<[number | null]>
  await expect.poll(() => countWorks(join(env.DATA_DIR, 'otodana.db')), { interval: 5 }).toBeGreaterThan(0)
  child.kill('SIGINT')
  expect((await ended)[0]).toBe(1)
  const stored = Number(new RegExp(`cancelled: ${WORKS} works found, (\\d+) new`).exec(output)?.[1])
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(WORKS)
  expect(otodana(['scan'], env).stdout).toContain(`${WORKS - stored} new, 0 changed, ${stored} unchanged`)
})

test('ADM-01 a missing library folder is reported, with status 1', () => {
  using folder = aFolder()
  const env = { DATA_DIR: join(folder.path, 'data'), LIBRARY_DIRS: join(folder.path, 'nowhere') }
  const { status, stdout } = otodana(['scan'], env)
  expect([status, stdout.split('\n')[0]]).toEqual([1, `rootUnavailable: ${join(folder.path, 'nowhere')}`])
})

test('ADM-02 import reads metadata from a file, one work per line, and reports errors by line and field', () => {
  using folder = aFolder()
  const library = join(folder.path, 'library')
  const env = { DATA_DIR: join(folder.path, 'data'), LIBRARY_DIRS: library }
  writeFiles(library, { 'RJ900001 plain/a.txt': 'x' })
  otodana(['scan'], env)
  writeFiles(folder.path, {
    'works.jsonl': '{"code":"RJ900001","title":"Told by a file"}\n',
    'wrong.jsonl': '{"code":"RJ900001","title":"Fine"}\n{"code":"RJ900001","price":"much"}\n',
  })
  const good = otodana(['import', join(folder.path, 'works.jsonl')], env)
  expect([good.status, good.stderr]).toEqual([0, ''])
  const bad = otodana(['import', join(folder.path, 'wrong.jsonl')], env)
  expect(bad.status).toBe(1)
  expect(bad.stderr).toMatch(/2.*price/)
  const missing = otodana(['import', join(folder.path, 'nowhere.jsonl')], env)
  expect(missing.status).toBe(1)
  expect(missing.stderr).toContain('nowhere.jsonl')
})

test.each([
  [[], 'Usage:'],
  [['scna'], 'Unknown command "scna"'],
  [['scan', '--ful'], '--ful'],
  [['scan', 'extra'], 'extra'],
  [['import'], 'Usage:'],
  [['import', 'a', 'b'], 'Usage:'],
])('%j is rejected with status 2 and the reason', (args, reason) => {
  const { status, stdout, stderr } = otodana(args)
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain(reason)
})

test('a bad setting is rejected with status 2 and its name', () => {
  const { status, stderr } = otodana(['scan'], { SCAN_DEPTH: 'deep', PORT: '99999' })
  expect(status).toBe(2)
  expect(stderr).toContain('SCAN_DEPTH')
  expect(stderr).toContain('PORT')
})

test('ADM-17 a data folder that cannot be made is named, with status 1', () => {
  using folder = aFolder()
  writeFileSync(join(folder.path, 'file'), '')
  const { status, stderr } = otodana(['missing'], { DATA_DIR: join(folder.path, 'file/data') })
  expect([status, stderr]).toEqual([1, expect.stringContaining(`DATA_DIR, ${join(folder.path, 'file/data')}`)])
})

test.each([['--help'], ['-h'], ['help'], ['scan --help']])('%s lists every command', (args) => {
  const { status, stdout } = otodana(args.split(' '))
  expect(status).toBe(0)
  for (const word of ['scan', '--allow-missing', '--full', 'import']) expect(stdout).toContain(word)
})

test('ATH-07 ADM-04 the command line lists accounts, resets passwords and makes administrators', async () => {
  using folder = aFolder()
  const env = { DATA_DIR: join(folder.path, 'data') }
  const database = await openDatabase({ kind: 'sqlite', path: join(env.DATA_DIR, 'otodana.db') })
  const accounts = createAccountRepository(database)
  for (const name of ['First', 'Second']) {
    const nameKey = name.toLowerCase()
    await accounts.addMember({ name, nameKey, passwordHash: 'none', recommenderUuid: null })
  }
  await database.close()

  expect(otodana(['user', 'list'], env).stdout).toBe('First\tadministrator\nSecond\tuser\n')
  const reset = otodana(['user', 'reset-password', 'SECOND'], env)
  expect(reset).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[a-z2-9]{16}\n$/) })
  expect(otodana(['user', 'make-admin', 'second'], env)).toMatchObject({ status: 0 })
  expect(otodana(['user', 'list'], env).stdout).toContain('Second\tadministrator')
  const unknown = otodana(['user', 'make-admin', 'Third'], env)
  expect(unknown).toMatchObject({ status: 1, stderr: 'No account is named "Third".\n' })
  expect(otodana(['user', 'rename', 'x'], env).status).toBe(2)
})

test.each([['scan'], ['missing'], ['user list']])(
  'ATH-09 %s, run first after the database was lost, reserves the first account for the administrator',
  (command) => {
    using folder = aFolder()
    const env = { DATA_DIR: join(folder.path, 'data'), LIBRARY_DIRS: folder.path }
    mkdirSync(env.DATA_DIR)
    writeFileSync(join(env.DATA_DIR, 'admin-token'), 'a'.repeat(43))
    otodana(command.split(' '), env)
    expect(existsSync(join(env.DATA_DIR, 'had-accounts'))).toBe(true)
  },
)

test('META-02 META-03 META-10 metadata fetch looks works up, says where their codes go, resumes after it was killed, and counts its own works', async () => {
  using folder = aFolder()
  const library = join(folder.path, 'library')
  writeFiles(library, { 'RJ01230001/1.wav': aWav(), 'RJ01230002/1.wav': aWav(), 'RJ01239999/1.wav': aWav() })
  const store = await startMetadataStore([
    { code: 'RJ01230001', title: '雨やどりの図書室' },
    { code: 'RJ01230002', title: '夕暮れの鐘' },
  ])
  const env = { DATA_DIR: join(folder.path, 'data'), LIBRARY_DIRS: library, DLSITE_URL: store.url }
  const unpaced = { ...env, METADATA_DELAY_SECONDS: '0' }
  try {
    expect(otodana(['scan'], env).status).toBe(0)
    const killed = spawn(process.execPath, [cli, 'metadata', 'fetch'], {
      env: programEnv({ ...env, METADATA_DELAY_SECONDS: '600' }),
    })
    const ended = once(killed, 'close')
    await expect.poll(() => store.requests.length, { interval: 5 }).toBeGreaterThan(0)
    killed.kill('SIGKILL')
    await ended
    // As if half a minute had passed: until then the job may be another process's.
    using jobs = new DatabaseSync(join(env.DATA_DIR, 'otodana.db'))
    jobs.exec('update job set lease_until_ms = 0')

    const { status, stdout, stderr } = await run(['metadata', 'fetch'], unpaced)
    expect(stderr).toContain(`their codes are sent to ${new URL(store.url).host}`)
    expect(stdout).toBe('Done: 2 works found, 1 not found, 0 failed\n')
    expect(status).toBe(0)
    using database = new DatabaseSync(join(env.DATA_DIR, 'otodana.db'), { readOnly: true })
    const titles = database.prepare('select title from work order by id').all()
    expect(titles.map(({ title }) => title)).toEqual(['雨やどりの図書室', '夕暮れの鐘', 'RJ01239999'])

    const again = await run(['metadata', 'fetch', 'RJ01230001'], unpaced)
    expect(again.stdout).toBe('Done: 1 works found, 0 not found, 0 failed\n')
    expect((await run(['metadata', 'fetch', 'RJ01239999', 'nonsense'], unpaced)).stderr).toContain('"nonsense" is not')
    expect((await run(['metadata', 'fetch', '--all', '--missing'], unpaced)).status).toBe(2)
  } finally {
    await store.close()
  }
})

/** Runs the command while this process answers it. */
async function run(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [cli, ...args], { env: programEnv(env) })
  const [[status], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ])
  return { status, stdout, stderr }
}

test('ADM-05 BAK-01 backup writes a file that restore brings back, and both say what they did', async () => {
  using folder = aFolder()
  const env = { DATA_DIR: join(folder.path, 'data') }
  const path = join(folder.path, 'a.backup')
  const empty = otodana(['backup', path], env)
  expect(empty).toMatchObject({ status: 1, stderr: expect.stringContaining('There is no database') })
  const location = { kind: 'sqlite' as const, path: join(folder.path, 'data/otodana.db') }
  const database = await openDatabase(location)
  await createAccountRepository(database).addMember({
    name: 'listener',
    nameKey: 'listener',
    passwordHash: '',
    recommenderUuid: null,
  })
  // While a server has it open.
  expect(otodana(['backup', path], env)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /a\.backup: [\d,]+ rows, 0 of works \(missing and demo works too\), 1 of accounts, 0 files, 1 MB; checked\n$/,
    ),
  })
  await database.close()
  const refused = otodana(['restore', path], env)
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('add --replace') })
  expect(otodana(['restore', path, '--replace'], env)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^Restored the backup of 20.* by Otodana .*: [\d,]+ rows, 0 of works \(missing and demo works too\), 1 of accounts, /,
    ),
  })
  expect(otodana(['user', 'list'], env).stdout).toContain('listener\tadministrator')
  mkdirSync(join(env.DATA_DIR, 'restore.ready'))
  const interrupted = otodana(['user', 'list'], env)
  expect(interrupted).toMatchObject({ status: 1, stderr: expect.stringContaining('was interrupted. Start the server') })
})
