import { relative } from 'node:path'

/** Counts from the JSON reports of Vitest and Playwright. */
export interface TestCounts {
  passed: number
  failed: number
  skipped: number
  /** the titles of those that failed, as far as they have one */
  failures: string[]
  /** the titles of those among the passed that did so only when they were repeated */
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
  /** `name` is the file's whole path */
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[]
}

/**
 * A file that could not be loaded has no tests to fail, and counts as one failure.
 *
 * @param root  the folder that files are named below
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
  /** what went wrong outside any test: a broken configuration, a global set-up that failed */
  errors: { message?: string }[]
  suites: PlaywrightSuite[]
}

/** A file, or a group of tests in one. */
interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { projectName: string; status: string }[] }[]
}

/** What failed is named, `desktop › player.spec.ts › …`, as are those that passed only when they were repeated. */
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
