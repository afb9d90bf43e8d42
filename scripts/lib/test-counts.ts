/** Counts from the JSON reports of Vitest and Playwright. */
export interface TestCounts {
  passed: number
  failed: number
  skipped: number
  /** the titles of those among the passed that did so only when they were repeated */
  flaky: string[]
}

export const noTests: TestCounts = { passed: 0, failed: 0, skipped: 0, flaky: [] }

export function addCounts(a: TestCounts, b: TestCounts): TestCounts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    flaky: [...a.flaky, ...b.flaky],
  }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** A file that could not be loaded has no tests to fail, and counts as one failure. */
export function countVitest(json: string): TestCounts {
  const report = JSON.parse(json) as VitestReport
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((assertion) => assertion.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: [],
  }
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  /** what went wrong outside any test: a broken configuration, a global set-up that failed */
  errors: unknown[]
  suites: PlaywrightSuite[]
}

/** A file, or a group of tests in one. */
interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { projectName: string; status: string }[] }[]
}

/** A test that passed only when it was repeated counts as passed, and is named: `desktop › player.spec.ts › …`. */
export function countPlaywright(json: string): TestCounts {
  const { stats, errors, suites } = JSON.parse(json) as PlaywrightReport
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    flaky: suites.flatMap((suite) => flakyTitles(suite, [])),
  }
}

function flakyTitles(suite: PlaywrightSuite, above: string[]): string[] {
  const path = [...above, suite.title]
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName }) => [projectName, ...path, title].join(' › ')),
  )
  return [...own, ...(suite.suites ?? []).flatMap((below) => flakyTitles(below, path))]
}
