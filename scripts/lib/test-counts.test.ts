import { expect, test } from 'vitest'

import { countPlaywright, countVitest } from './test-counts.ts'

test('a Vitest file that does not load counts as one failure beside failed tests', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(countVitest(JSON.stringify(report))).toEqual({ passed: 3, failed: 2, skipped: 2 })
})

test('flaky browser tests and errors outside tests count as failures', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{ message: 'set-up' }] }
  expect(countPlaywright(JSON.stringify(report))).toEqual({ passed: 5, failed: 3, skipped: 2 })
})
