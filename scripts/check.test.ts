import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

function slowFiles(tests: 'all' | 'fast'): number {
  const env = { ...process.env, OTODANA_TESTS: tests }
  const files = execFileSync('vitest', ['list', '--filesOnly', '--project', 'node'], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  expect(files).toContain('scripts/check.test.ts')
  return files.split('\n').filter((file) => file.includes('.slow.test.ts')).length
}

test('the fast check skips the slow tests, the full one does not', () => {
  expect(slowFiles('fast')).toBe(0)
  expect(slowFiles('all')).toBeGreaterThan(0)
})
