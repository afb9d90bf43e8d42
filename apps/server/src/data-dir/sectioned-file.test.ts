import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { openSections, writeSections } from './sectioned-file.ts'

let dir: string
let path: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'otodana-sections-'))
  path = join(dir, 'file')
})
afterEach(() => rmSync(dir, { recursive: true }))

const parts = [
  ['numbers', Uint32Array.of(1, 2, 4_000_000_000)],
  ['names', new Map([['雨', [1, 2]]])],
  ['numbers', Float64Array.of(0.5, Number.NEGATIVE_INFINITY)],
] as const

async function readAll(): Promise<unknown> {
  const file = await openSections<{ id: string }>(path)
  if (file === null) return null
  try {
    const numbers = [await file.read('numbers', 0), await file.read('numbers', 1)]
    expect([file.count('numbers'), file.count('names'), file.count('others')]).toEqual([2, 1, 0])
    return [file.head, numbers, await file.read('names', 0)]
  } catch (error) {
    return (error as Error).message
  } finally {
    await file.close()
  }
}

const whole = [{ id: 'a' }, [parts[0][1], parts[2][1]], parts[1][1]]

test('UPG-07 what was written is read, and only its owner can read it', async () => {
  await writeSections(path, parts, async () => ({ id: 'a' }))
  expect(await readAll()).toEqual(whole)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('UPG-07 a file that is cut off anywhere, has a wrong byte or is another one is found out', async () => {
  await writeSections(path, parts, async () => ({ id: 'a' }))
  const bytes = readFileSync(path)
  for (let length = 0; length < bytes.length; length++) {
    writeFileSync(path, bytes.subarray(0, length))
    expect(await readAll()).toBe(null)
  }
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 0x10
    writeFileSync(path, changed)
    expect(await readAll()).not.toEqual(whole)
  }
  // Its beginning is lost, so nothing is where the index says.
  writeFileSync(path, bytes.subarray(10))
  expect(await readAll()).not.toEqual(whole)
  writeFileSync(path, 'x'.repeat(10_000))
  expect(await readAll()).toBe(null)
})

test('UPG-07 a large section is written in pieces of a megabyte, and each is followed by a pause', async () => {
  const numbers = Uint32Array.from({ length: 600_000 }, (_, at) => at * 7_919)
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  await writeSections(path, [['numbers', numbers]], async () => ({ id: 'a' }), { pause })
  expect(pauses).toHaveLength(3)
  for (const ms of pauses) {
    expect(ms).toBeGreaterThan(0)
    expect(ms).toBeLessThanOrEqual(50)
  }
  const file = (await openSections(path))!
  expect(await file.read('numbers', 0)).toEqual(numbers)
  await file.close()
})

test('UPG-07 an attempt that fails leaves the former file, and nothing else', async () => {
  await writeSections(path, parts, async () => ({ id: 'a' }))
  function* failing() {
    yield parts[0]
    throw new Error('changed')
  }
  await expect(writeSections(path, failing(), async () => ({ id: 'b' }))).rejects.toThrow('changed')
  await expect(writeSections(path, parts, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
  expect(await readAll()).toEqual(whole)
  expect(readdirSync(dir)).toEqual(['file'])
})

test('UPG-07 a file that is given up in the middle of a section leaves the former one', async () => {
  await writeSections(path, parts, async () => ({ id: 'a' }))
  const end = new AbortController()
  const numbers = new Uint32Array(600_000)
  const pause = async () => end.abort()
  const given = writeSections(path, [['numbers', numbers]], async () => ({ id: 'b' }), { pause, signal: end.signal })
  await expect(given).rejects.toThrow('aborted')
  expect(await readAll()).toEqual(whole)
  expect(readdirSync(dir)).toEqual(['file'])
})

const SECTIONS = 8

/** Every section tells its generation. */
function* generation(number: number): Generator<readonly [string, unknown]> {
  for (let at = 0; at < SECTIONS; at++) yield ['part', { number, filling: new Uint8Array(200_000).fill(number + at) }]
}

/** Returns the generation of all sections; null: no file, or one that is not whole. Fails if they differ. */
async function generationRead(): Promise<number | null> {
  const file = await openSections<{ number: number }>(path)
  if (file === null) return null
  try {
    for (let at = 0; at < SECTIONS; at++) {
      const section = await file.read('part', at).catch(() => null)
      if (section === null) return null
      expect(section).toEqual({ number: file.head.number, filling: expect.any(Uint8Array) })
    }
    return file.head.number
  } finally {
    await file.close()
  }
}

test('UPG-07 whenever its process is killed, the former file or the new one is there', async () => {
  const writer = `
    import { writeSections } from ${JSON.stringify(new URL('./sectioned-file.ts', import.meta.url).href)}
    ${generation.toString().replace('SECTIONS', String(SECTIONS))}
    for (let number = Number(process.argv[1]); ; number++) {
      await writeSections(process.argv[2], generation(number), async () => ({ number }))
      process.stdout.write('.')
    }`
  let former = 0
  for (let kill = 0; kill < 12; kill++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, String(former + 1), path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    await sleep(Math.random() * 40)
    child.kill('SIGKILL')
    await once(child, 'close')
    const found = await generationRead()
    expect(found).toBeGreaterThan(former)
    former = found!
    // What a killed process leaves is removed by who reads next.
    expect(readdirSync(dir)).toEqual(['file'])
  }
  await writeSections(path, parts, async () => ({ id: 'a' }))
  expect(readdirSync(dir)).toEqual(['file'])
})

test('UPG-07 two servers that write it at once never leave a mixture that is taken for a whole one', async () => {
  for (let round = 0; round < 10; round++) {
    const outcomes = await Promise.allSettled(
      [1, 2].map((number) => writeSections(path, generation(number), async () => ({ number }))),
    )
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect([null, 1, 2]).toContain(await generationRead())
  }
})
