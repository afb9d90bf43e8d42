import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { aKikoeru } from '../../../../test/a-kikoeru.ts'
import { replaceInFsPromises } from '../../../../test/replace-in-fs.ts'
import { aFolder } from '../../../../test/work-folders.ts'
import { AppError } from '../../../http/errors/app-error.ts'
import { createKikoeruSession, type KikoeruSession } from './upload-session.ts'

test('MOV-13 covers are received up to a number and a size, and one that comes again counts once', async () => {
  using kikoeru = aKikoeru()
  const dataDir = mkdtempSync(join(tmpdir(), 'otodana-session-'))
  const session = createKikoeruSession({
    location: { kind: 'sqlite', path: join(dataDir, 'otodana.db') },
    dataDir,
    onStored: () => Promise.resolve(),
    log: { error: () => expect.unreachable() },
    limits: { covers: 2, bytes: 13 },
  })
  const { send, stop } = await serveSession(session)
  try {
    expect(await send('', new Uint8Array(readFileSync(kikoeru.database)))).toBe('0')
    const cover = (number: number, body: string) => send(`RJ00000${number}_img_main.jpg`, body)
    expect([await cover(1, '1'), await cover(2, '2'), await cover(2, '2')]).toEqual(['1', '2', '2'])
    expect(await cover(3, '3')).toBe('import.tooManyCovers')
    for (let sent = 0; sent < 3; sent++) expect(await cover(1, '1234567890')).toBe('2')
    expect(await cover(2, '1234567890')).toBe('2')
    expect(await cover(1, '1')).toBe('import.tooManyCovers')
  } finally {
    stop()
    await session.close()
    rmSync(dataDir, { recursive: true })
  }
})

test('MOV-08 a take-over whose upload cannot be removed ends as failed', async () => {
  using kikoeru = aKikoeru()
  kikoeru.run('delete from t_user')
  using folder = aFolder()
  const logged: unknown[] = []
  const session = createKikoeruSession({
    location: { kind: 'sqlite', path: join(folder.path, 'otodana.db') },
    dataDir: folder.path,
    onStored: () => Promise.resolve(),
    log: { error: (fields: unknown) => void logged.push(fields) },
  })
  const { send, stop } = await serveSession(session)
  try {
    await send('', new Uint8Array(readFileSync(kikoeru.database)))
    using _stuck = replaceInFsPromises('rm', () => () => Promise.reject(new Error('stuck')))
    session.start({ isDryRun: false, secret: null, owner: null, users: [] })
    await expect.poll(() => session.status()).toMatchObject({ state: 'failed', problem: 'failed' })
    expect(logged).toMatchObject([{ err: { message: 'stuck' } }])
  } finally {
    stop()
    await session.close()
  }
})

/** Calls of a session over HTTP, answered with the number of covers or the error. */
async function serveSession(session: KikoeruSession) {
  const receive = (request: IncomingMessage) =>
    request.url === '/' ? session.upload(request) : session.uploadCover(request, String(request.url).slice(1))
  const server = createServer((request, response) => {
    receive(request).then(
      ({ covers }) => response.end(String(covers)),
      (error: unknown) => response.end(error instanceof AppError ? error.code : String(error)),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    async send(path: string, body: string | Uint8Array<ArrayBuffer>) {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`
      return (await fetch(address, { method: 'POST', body })).text()
    },
    stop: () => server.close(),
  }
}

test('MOV-08 a start removes the upload and the copy that a killed server or command has left, and not one that a command may be using', async () => {
  using folder = aFolder()
  for (const name of ['.kikoeru-0123', '.foreign-old', '.foreign-new']) {
    mkdirSync(join(folder.path, name))
    writeFileSync(join(folder.path, name, 'copy.db'), 'digests')
  }
  const twoHoursAgo = Date.now() / 1_000 - 7_200
  utimesSync(join(folder.path, '.foreign-old'), twoHoursAgo, twoHoursAgo)
  writeFileSync(join(folder.path, 'otodana.db'), 'ours')
  const session = createKikoeruSession({
    location: { kind: 'sqlite', path: join(folder.path, 'otodana.db') },
    dataDir: folder.path,
    onStored: () => Promise.resolve(),
    log: { error: () => expect.unreachable() },
  })
  expect(readdirSync(folder.path)).toEqual(['.foreign-new', 'otodana.db'])
  await session.close()
})
