import { spawnSync } from 'node:child_process'
import { constants, getPriority, platform } from 'node:os'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const MODULE = fileURLToPath(new URL('background-thread.ts', import.meta.url))

/** In a separate process: an unprivileged user cannot raise a priority again. */
function priorityAfter(niceness: number): number {
  const script = `
    import { constants, getPriority, setPriority } from 'node:os'
    const { yieldToRequests } = await import(${JSON.stringify(MODULE)})
    setPriority(${niceness})
    if (process.getuid() === 0) process.setuid(65534)
    yieldToRequests()
    console.log(getPriority())`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  return Number(stdout)
}

test('ADM-01 a background thread steps back, but never forward of where the server stands', () => {
  const own = getPriority()
  const steppedBack = platform() === 'linux' ? constants.priority.PRIORITY_BELOW_NORMAL : own
  expect(priorityAfter(own)).toBe(Math.max(own, steppedBack))
  expect(priorityAfter(19)).toBe(19)
})
