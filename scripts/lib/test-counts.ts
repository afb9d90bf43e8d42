import { relative } from 'node:path'

/** Counts from the JSON reports of Vitest and Playwright. */
export interface TestCounts {
  passed: number
  failed: number
  skipped: number
  /** Titles of the failed tests and errors. */
  failures: string[]
  /** Titles of tests that passed only on retry. */
  flaky: string[]
}

export const noTests: TestCounts = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] }

export function addCounts(a: TestCounts, b: TestCounts): TestCounts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
    flaky: [...a.flaky, ...b.flaky],
  }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  /** `name` is the file's full path. */
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

/**
 * Counts a file that could not be loaded as one failure.
 *
 * @param root  the folder that file names are relative to
 */
export function countVitest(json: string, root: string): TestCounts {
  const report = JSON.parse(json) as VitestReport
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...brokenFiles.map(({ name }) => relative(root, name)),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName }) => `${relative(root, name)} › ${fullName}`),
      ),
    ],
    flaky: [],
  }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  /** Errors outside any test: a broken configuration, a failed global set-up. */
  errors: { message?: string }[]
  suites: PlaywrightSuite[]
}

/** A file, or a group of tests in one. */
interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { projectName: string; status: string }[] }[]
}

/** Names failed and flaky tests: `desktop › player.spec.ts › …`. */
export function countPlaywright(json: string): TestCounts {
  const { stats, errors, suites } = JSON.parse(json) as PlaywrightReport
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message = 'an error outside any test' }) => message.split('\n')[0]!),
      ...suites.flatMap((suite) => titlesOf('unexpected', suite, [])),
    ],
    flaky: suites.flatMap((suite) => titlesOf('flaky', suite, [])),
  }
}

function titlesOf(wanted: 'unexpected' | 'flaky', suite: PlaywrightSuite, above: string[]): string[] {
  const path = [...above, suite.title]
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.filter(({ status }) => status === wanted).map(({ projectName }) => [projectName, ...path, title].join(' › ')),
  )
  return [...own, ...(suite.suites ?? []).flatMap((below) => titlesOf(wanted, below, path))]
}
