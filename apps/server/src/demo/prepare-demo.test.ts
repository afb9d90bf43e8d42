import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { pino } from 'pino'
import { expect, test } from 'vitest'

import { aFolder } from '../../test/work-folders.ts'

import { prepareDemo } from './prepare-demo.ts'

/** Runs `code` in place of the demo library's program; returns what was logged and the number of scans. */
async function prepareWith(code: string, { signal = new AbortController().signal, onScan = () => {} } = {}) {
  using folder = aFolder()
  const program = join(folder.path, 'program.mjs')
  writeFileSync(program, code)
  const lines: { level: number; msg: string; err?: { message: string } }[] = []
  const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  let scans = 0
  const library = {
    startByItself: async () => {
      scans++
      onScan()
    },
    whenIdle: async () => {},
  }
  await prepareDemo({ config: { dataDir: folder.path, ffmpegPath: '/nowhere' }, library, signal, log, program })
  const errors = lines.filter(({ level }) => level >= 50).map(({ msg, err }) => `${msg}: ${err?.message}`)
  return { scans, errors, told: lines.map(({ msg }) => msg) }
}

const step = (done: number, works: number) =>
  `process.send({ progress: ${JSON.stringify({ done, total: 99, works, totalWorks: 40 })} });`

test('the progress of the demo library is logged, and its first works are scanned while it grows', async () => {
  const code = `${step(0, 0)} ${step(9, 3)} process.send({ made: { created: true, works: 40 } })`
  expect(await prepareWith(code)).toEqual({
    scans: 1,
    errors: [],
    told: ['making the demo library: sounds, covers and subtitles', 'demo library made'],
  })
})

test('a demo library that is complete is neither told of nor scanned twice', async () => {
  const code = 'process.send({ made: { created: false, works: 40 } })'
  expect(await prepareWith(code)).toEqual({ scans: 0, errors: [], told: [] })
})

test.each([
  [`console.error('the disk is full'); process.exit(1)`, 'the disk is full'],
  [`${step(0, 0)} process.kill(process.pid, 'SIGKILL')`, 'the program ended by SIGKILL'],
  ['process.exit(0)', 'the program ended by code 0'],
  [`import 'a-package-that-is-not-there'`, "Cannot find package 'a-package-that-is-not-there'"],
  [`process.send({ progress: 'much' }); setInterval(() => {}, 1000)`, 'progress'],
])('a program that fails (%s) is an error of the log, with the reason', async (code, reason) => {
  const { errors } = await prepareWith(code)
  expect(errors).toEqual([expect.stringContaining('the demo library could not be made: ')])
  expect(errors[0]).toContain(reason)
})

test('a server that stops ends the program, which is no error', async () => {
  const stopping = new AbortController()
  const code = `${step(9, 3)} setInterval(() => {}, 1000)`
  const { errors, scans } = await prepareWith(code, { signal: stopping.signal, onScan: () => stopping.abort() })
  expect({ errors, scans }).toEqual({ errors: [], scans: 1 })
})
