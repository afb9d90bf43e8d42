import { expect, test } from 'vitest'

import { addCounts, countPlaywright, countVitest, noTests } from './test-counts.ts'

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
  expect(countVitest(JSON.stringify(report))).toEqual({ passed: 3, failed: 2, skipped: 2, flaky: [] })
})

test('errors outside browser tests count as failures', () => {
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 0, skipped: 2 },
    errors: [{ message: 'set-up' }],
    suites: [],
  }
  expect(countPlaywright(JSON.stringify(report))).toEqual({ passed: 5, failed: 2, skipped: 2, flaky: [] })
})

test('a browser test that passed only the second time counts as passed, and is named with its project and group', () => {
  const spec = (title: string, phone: string) => ({
    title,
    tests: [
      { projectName: 'desktop', status: 'expected' },
      { projectName: 'phone', status: phone },
    ],
  })
  const report = {
    stats: { expected: 4, unexpected: 0, flaky: 2, skipped: 0 },
    errors: [],
    suites: [
      {
        title: 'pages.spec.ts',
        specs: [spec('steady', 'expected'), spec('shaky', 'flaky')],
        suites: [{ title: 'a group', specs: [spec('shaky too', 'flaky')] }],
      },
    ],
  }
  expect(countPlaywright(JSON.stringify(report))).toEqual({
    passed: 6,
    failed: 0,
    skipped: 0,
    flaky: ['phone › pages.spec.ts › shaky', 'phone › pages.spec.ts › a group › shaky too'],
  })
})

test('the flaky tests of all sections are listed together', () => {
  const counts = (flaky: string[]) => ({ ...noTests, passed: 2, flaky })
  expect(addCounts(counts(['a']), counts(['b']))).toEqual({ passed: 4, failed: 0, skipped: 0, flaky: ['a', 'b'] })
})
