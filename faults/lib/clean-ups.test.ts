import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { expect, test } from 'vitest'

import { cleaningUp, running } from './clean-ups.ts'

const MODULE = pathToFileURL(join(import.meta.dirname, 'clean-ups.ts')).href

function outputOf(code: string): string {
  const program = `import { cleaningUp, running } from ${JSON.stringify(MODULE)}\n${code}`
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).stdout
}

test('FLT-04 what is there is cleaned up when the campaign ends at once, the latest first, even if one fails', () => {
  const said = outputOf(`
    cleaningUp(() => console.log('folder'))
    cleaningUp(() => { throw new Error('no') })
    cleaningUp(() => console.log('mount'))
    cleaningUp(() => console.log('gone before'))[Symbol.dispose]()
    console.log('exit')
    process.exit(130)`)
  expect(said).toBe('gone before\nexit\nmount\nfolder\n')
})

test('FLT-04 a program ends with what needs it, and is not in the terminal’s group', async () => {
  const task = { done: 0 }
  const cleaning = cleaningUp(() => void task.done++)
  cleaning[Symbol.dispose]()
  cleaning[Symbol.dispose]()
  expect(task.done).toBe(1)
  await running('sleep', ['600'])[Symbol.asyncDispose]()
  // One that is not installed neither hangs nor ends the process.
  await running('otodana-no-such-program', [])[Symbol.asyncDispose]()
})
