import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { DemoMessage } from './main.ts'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'demo-program-'))
})

afterAll(() => rm(root, { recursive: true, force: true }))

function forkProgram(dir: string) {
  const child = fork(program, [dir, '--works', '1'], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const messages: DemoMessage[] = []
  child.on('message', (message: DemoMessage) => messages.push(message))
  return { child, messages }
}

test('the program ends with its parent, and the next one completes the library', async () => {
  const dir = join(root, 'library')
  const first = forkProgram(dir)
  await once(first.child, 'message')
  first.child.disconnect()
  expect(await once(first.child, 'exit')).toEqual([1, null])
  expect(first.messages).not.toContainEqual({ made: expect.anything() })

  const second = forkProgram(dir)
  expect(await once(second.child, 'close')).toEqual([0, null])
  expect(second.messages.at(0)).toMatchObject({ progress: { done: 0, works: 0, totalWorks: 1 } })
  expect(second.messages.at(-1)).toEqual({ made: { created: true, works: 1 } })

  const third = forkProgram(dir)
  expect(await once(third.child, 'close')).toEqual([0, null])
  expect(third.messages).toEqual([{ made: { created: false, works: 1 } }])
})

test('without a parent it prints, and refuses wrong arguments before it makes anything', () => {
  const dir = join(root, 'printed')
  const run = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
  expect(run(dir, '--works', '0')).toMatchObject({ status: 0, stdout: `${dir} already has its 0 works\n`, stderr: '' })
  for (const [args, reason] of [
    [[], 'One folder is needed.'],
    [[join(root, 'wrong'), '--works', 'many'], '--works many is not a whole number.'],
    [[join(root, 'wrong'), '--colour', 'red'], '--colour'],
  ] as const) {
    const { status, stdout, stderr } = run(...args)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toContain(reason)
    expect(stderr).toContain('Usage: ')
  }
  expect(existsSync(join(root, 'wrong'))).toBe(false)
})
