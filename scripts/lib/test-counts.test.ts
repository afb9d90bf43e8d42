import { expect, test } from 'vitest'

import { addCounts, countPlaywright, countVitest, noTests } from './test-counts.ts'

test('a Vitest file that fails to load counts as one failure beside failed tests, and all are named', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      fileOf('whole.test.ts', 'passed', 'passed', 'passed'),
      fileOf('one.test.ts', 'failed', 'passed', 'failed'),
      fileOf('broken.test.ts', 'failed'),
    ],
  }
  expect(countVitest(JSON.stringify(report), '/checkout')).toEqual({
    passed: 3,
    failed: 2,
    skipped: 2,
    failures: ['apps/broken.test.ts', 'apps/one.test.ts › a group test 2'],
    flaky: [],
  })
})

test('errors outside browser tests count as failures', () => {
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 0, skipped: 2 },
    errors: [{ message: 'set-up' }],
    suites: [],
  }
  expect(countPlaywright(JSON.stringify(report))).toEqual({
    passed: 5,
    failed: 2,
    skipped: 2,
    failures: ['set-up'],
    flaky: [],
  })
})

test('a browser test that passed on retry counts as passed, and is named with its project and group, like failed ones', () => {
  const spec = (title: string, phone: string) => ({
    title,
    tests: [
      { projectName: 'desktop', status: title === 'wrong' ? 'unexpected' : 'expected' },
      { projectName: 'phone', status: phone },
    ],
  })
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 2, skipped: 0 },
    errors: [],
    suites: [
      {
        title: 'pages.spec.ts',
        specs: [spec('steady', 'expected'), spec('shaky', 'flaky')],
        suites: [{ title: 'a group', specs: [spec('shaky too', 'flaky'), spec('wrong', 'expected')] }],
      },
    ],
  }
  expect(countPlaywright(JSON.stringify(report))).toEqual({
    passed: 7,
    failed: 1,
    skipped: 0,
    failures: ['desktop › pages.spec.ts › a group › wrong'],
    flaky: ['phone › pages.spec.ts › shaky', 'phone › pages.spec.ts › a group › shaky too'],
  })
})

test('failed and flaky tests of all sections are listed together', () => {
  const counts = (title: string) => ({ ...noTests, passed: 2, failures: [`${title} failed`], flaky: [title] })
  expect(addCounts(counts('a'), counts('b'))).toEqual({
    passed: 4,
    failed: 0,
    skipped: 0,
    failures: ['a failed', 'b failed'],
    flaky: ['a', 'b'],
  })
})

function fileOf(name: string, status: string, ...tests: string[]) {
  const assertionResults = tests.map((result, index) => ({ status: result, fullName: `a group test ${index + 1}` }))
  return { name: `/checkout/apps/${name}`, status, assertionResults }
}
