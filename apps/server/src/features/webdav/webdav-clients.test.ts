import { execFile } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findCadaver, findDavfs, findRclone } from '../../../../../scripts/ensure-test-tools.ts'
import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call } from '../../../test/accounts.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aWav } from '../../../test/work-folders.ts'

const execute = promisify(execFile)
const rclone = findRclone()
const cadaver = findCadaver()
const davfs = findDavfs()

/** Where no file system can be mounted, the same is tested by commands alone. */
function mayMount(): boolean {
  try {
    accessSync('/dev/fuse', constants.R_OK | constants.W_OK)
    return process.getuid?.() === 0
  } catch {
    return false
  }
}

const wav = Buffer.from(aWav({ seconds: 4, tone: 3 }))
const RAIN = 'RJ01000001 雨の夜 ＃1'
const ROOF = 'RJ01000002 Roof'
const PATH = join(RAIN, 'wav', '01 雨 & 風.wav')

describe('published clients of WebDAV', () => {
  let library: TestLibrary
  let app: TestApp
  let dir: string
  let login: { user: string; secret: string }

  beforeAll(async () => {
    library = aLibrary({
      'RJ01000001 Rain/otodana.json': JSON.stringify({ title: '雨の夜 #1', circle: { name: 'Ama/Kaze' } }),
      'RJ01000001 Rain/wav/01 雨 & 風.wav': wav,
      'RJ01000001 Rain/Read?Me.txt': 'hello',
      'RJ01000002 Roof/01.wav': aWav({ tone: 4 }),
    })
    dir = mkdtempSync(join(tmpdir(), 'otodana-dav-'))
    app = await startApp({ libraryDirs: [library.dir], env: { ACCESS: 'members' } })
    const { token } = await aMember(app, 'listener')
    const made = await call<{ secret: string }>(app, 'POST', '/api/auth/app-passwords', {
      token,
      body: { name: 'WebDAV', password: 'listener-secret' },
    })
    login = { user: 'listener', secret: made.body.secret }
    const body = { name: 'Night', works: ['RJ01000002', 'RJ01000001'] }
    await call(app, 'POST', '/api/playlist/create-playlist', { token, body })
  })
  afterAll(async () => {
    await app.close()
    library.remove()
    rmSync(dir, { recursive: true, force: true })
  })

  async function runRclone(...args: string[]): Promise<string> {
    const { stdout: pass } = await execute(rclone!, ['obscure', login.secret])
    const env = {
      ...process.env,
      RCLONE_CONFIG: join(dir, 'no-config'),
      RCLONE_WEBDAV_URL: `${app.url}/dav/`,
      RCLONE_WEBDAV_VENDOR: 'other',
      RCLONE_WEBDAV_USER: login.user,
      RCLONE_WEBDAV_PASS: pass.trim(),
    }
    return (await execute(rclone!, args, { env, encoding: 'utf8' })).stdout
  }

  test.runIf(rclone)('DAV-10 rclone lists everything, copies it byte for byte, and reads from the middle', async () => {
    const listed = (await runRclone('lsf', '-R', '--format', 'ps', ':webdav:works')).trim().split('\n').toSorted()
    expect(listed).toEqual(
      [
        `${RAIN}/;-1`,
        `${RAIN}/Read？Me.txt;5`,
        `${RAIN}/otodana.json;${readFileSync(library.path('RJ01000001 Rain/otodana.json')).length}`,
        `${RAIN}/wav/01 雨 & 風.wav;${wav.length}`,
        `${RAIN}/wav/;-1`,
        `${ROOF}/01.wav;2044`,
        `${ROOF}/;-1`,
      ].toSorted(),
    )
    await runRclone('copy', ':webdav:playlists', join(dir, 'copy'))
    expect(readFileSync(join(dir, 'copy/Night', PATH)).equals(wav)).toBe(true)
    // It fails if anything differs.
    await runRclone('check', '--download', ':webdav:playlists', join(dir, 'copy'))
    const m3u = readFileSync(join(dir, 'copy/Night.m3u8'), 'utf8').split('\n')
    const tracks = m3u.filter((line) => line !== '' && !line.startsWith('#'))
    expect(tracks).toEqual([`Night/${ROOF}/01.wav`, `Night/${PATH}`])
    for (const track of tracks) expect(existsSync(join(dir, 'copy', track))).toBe(true)
    const middle = await runRclone('cat', '--offset', '8', '--count', '4', `:webdav:${PATH}`)
    expect(middle).toBe('WAVE')
    // Nothing can be written.
    await expect(runRclone('copyto', library.path('RJ01000002 Roof/01.wav'), ':webdav:works/new.wav')).rejects.toThrow()
    await expect(runRclone('deletefile', `:webdav:works/${ROOF}/01.wav`)).rejects.toThrow()
  })

  test.runIf(rclone && mayMount())('DAV-10 the library is mounted by rclone, listed and read as files', async () => {
    const mount = join(dir, 'mounted')
    mkdirSync(mount)
    await runRclone('mount', ':webdav:', mount, '--read-only', '--daemon', '--daemon-wait', '30s')
    try {
      // In another process: one that waits for its own server waits forever.
      const { stdout } = await execute('find', ['.', '-name', '*.wav', '-type', 'f'], { cwd: mount })
      expect(stdout.trim().split('\n').toSorted()).toEqual(
        [
          `./Ama／Kaze/${PATH}`,
          `./Unknown circle/${ROOF}/01.wav`,
          `./playlists/Night/${PATH}`,
          `./playlists/Night/${ROOF}/01.wav`,
          `./works/${PATH}`,
          `./works/${ROOF}/01.wav`,
        ].toSorted(),
      )
      await execute('cmp', [join(mount, 'works', PATH), library.path('RJ01000001 Rain/wav/01 雨 & 風.wav')])
      await expect(execute('touch', [join(mount, 'works', 'new')])).rejects.toThrow('Read-only file system')
    } finally {
      await execute('umount', [mount])
    }
  })

  test.runIf(davfs && mayMount())('DAV-10 the library is mounted by davfs2, and read as files', async () => {
    const [mount, cache] = [join(dir, 'davfs'), join(dir, 'davfs-cache')]
    mkdirSync(mount)
    mkdirSync(cache)
    await chmod(dir, 0o755)
    await chmod(cache, 0o777)
    const secrets = join(dir, 'davfs-secrets')
    writeFileSync(secrets, `${app.url}/dav/ ${login.user} ${login.secret}\n`, { mode: 0o600 })
    writeFileSync(join(dir, 'davfs.conf'), `secrets ${secrets}\ncache_dir ${cache}\nuse_locks 0\n`)
    await execute(davfs!, [`${app.url}/dav/`, mount, '-o', `ro,conf=${join(dir, 'davfs.conf')}`])
    try {
      // By name: davfs2 1.6 lists no folder, of any server, on recent kernels.
      await execute('cmp', [join(mount, 'works', PATH), library.path('RJ01000001 Rain/wav/01 雨 & 風.wav')])
      const { stdout } = await execute('stat', ['-c', '%F %s', join(mount, 'Ama／Kaze', PATH)])
      expect(stdout.trim()).toBe(`regular file ${wav.length}`)
    } finally {
      await execute('umount', [mount])
    }
  })

  test.runIf(cadaver)('DAV-10 cadaver lists, downloads, and is refused when it writes', async () => {
    writeFileSync(join(dir, '.netrc'), `machine 127.0.0.1\nlogin ${login.user}\npassword ${login.secret}\n`, {
      mode: 0o600,
    })
    const quoted = (text: string) => text.replaceAll(' ', '\\ ')
    const commands = [
      'cd works',
      'ls',
      `cd ${quoted(ROOF)}`,
      `get 01.wav ${join(dir, 'roof.wav')}`,
      'mkcol new',
      'quit',
    ]
    writeFileSync(join(dir, 'commands'), `${commands.join('\n')}\n`)
    const { stdout } = await execute('sh', ['-c', `"${cadaver}" "${app.url}/dav/" < "${join(dir, 'commands')}"`], {
      env: { ...process.env, HOME: dir, LANG: 'C.UTF-8' },
    })
    expect(stdout).toContain(RAIN)
    expect(stdout).toContain('405 Method Not Allowed')
    expect(readFileSync(join(dir, 'roof.wav')).equals(readFileSync(library.path('RJ01000002 Roof/01.wav')))).toBe(true)
    expect(readdirSync(library.dir).toSorted()).toEqual(['RJ01000001 Rain', 'RJ01000002 Roof'])
  })
})
