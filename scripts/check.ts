/**
 * `npm test` (`--all`): everything that continuous integration checks. `npm run check:fast` (`--fast`): what a developer
 * runs every few minutes. `npm run test:engines` (`--engines`): the journeys in Firefox and WebKitGTK, of which `npm test` runs the
 * shortest. `npm run check:changed [ref]` (`--changed`): what the changes since the branch left `ref`, by
 * default main, can affect. Every section runs to its end whatever the others gave, except those that need the result of
 * one that failed. The last line is always `tests: N passed, M failed`; the exit code is 0 only if every section passed.
 * Before it stand the tests that failed (`failed: …`), and those that passed only the second time (`flaky: …`), which fail
 * nothing and are to be mended.
 */
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { ensureTestTools, hasEngines } from './ensure-test-tools.ts'
import { requirementsNear, specsUsing } from './lib/affected-browser-tests.ts'
import { changedFiles } from './lib/changed-files.ts'
import { findMemoryFolder } from './lib/memory-folder.ts'
import { addCounts, countPlaywright, countVitest, noTests, type TestCounts } from './lib/test-counts.ts'
import { requireNode } from './lib/require-node.ts'

requireNode()

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = join(root, 'node_modules/.cache/check')
const bin = join(root, 'node_modules/.bin')
const folders = [
  'apps',
  'packages',
  'e2e',
  'bench',
  'faults',
  'tests',
  'scripts',
  'vitest.config.ts',
  'playwright.config.ts',
]

interface Section {
  name: string
  /** the sections without whose result this one means nothing */
  needs?: string[]
  /** Gives the counts of a section that consists of tests. @throws {Error} when it did not pass */
  run: () => Promise<TestCounts | void>
}

/** A section of tests that did not pass, with what it counted. */
class TestsFailed extends Error {
  readonly counts: TestCounts
  constructor(message: string, counts: TestCounts) {
    super(message)
    this.counts = counts
  }
}

async function run(command: string, args: string[], options: { env?: NodeJS.ProcessEnv; minutes?: number } = {}) {
  const minutes = options.minutes ?? 5
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...options.env },
  })
  const stop = () => {
    child.kill('SIGTERM')
  }
  process.once('SIGTERM', stop)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    stop()
  }, minutes * 60_000)
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.once('error', reject)
  child.once('close', resolve)
  try {
    const code = await promise
    if (isLate) throw new Error(`stopped after ${minutes} minutes`)
    if (code !== 0) throw new Error(`exit code ${code ?? 'none: ended by a signal'}`)
  } finally {
    clearTimeout(timer)
    process.off('SIGTERM', stop)
  }
}

/**
 * What spares the tests waiting and work. What they write lies in memory where it can: a database on a disk waits for the
 * disk at each of its thousands of writes. And their hundreds of processes and threads read the same modules, which are
 * compiled once.
 */
function sparing(): NodeJS.ProcessEnv {
  const folder = process.env.TMPDIR ? undefined : findMemoryFolder()
  return {
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    ...(folder !== undefined && { TMPDIR: folder }),
  }
}

/** Runs a test runner that writes `report`; a run that breaks without any failed test counts as one failure. */
async function runTests(
  report: string,
  count: (json: string, root: string) => TestCounts,
  start: (reportFile: string) => Promise<void>,
): Promise<TestCounts> {
  const reportFile = join(reports, report)
  mkdirSync(reports, { recursive: true })
  rmSync(reportFile, { force: true })
  let failure: unknown
  await start(reportFile).catch((error: unknown) => (failure = error))
  const counts = existsSync(reportFile) ? count(readFileSync(reportFile, 'utf8'), root) : noTests
  if (failure === undefined && counts.failed === 0 && counts.passed > 0) return counts
  const reason = failure instanceof Error ? failure.message : counts.passed === 0 ? 'no test ran' : 'tests failed'
  throw new TestsFailed(reason, { ...counts, failed: Math.max(1, counts.failed) })
}

function vitest(tests: 'all' | 'fast', command: string[] = ['run']): Promise<TestCounts> {
  return runTests('vitest.json', countVitest, (reportFile) =>
    run('vitest', [...command, '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`], {
      env: { ...sparing(), OTODANA_TESTS: tests },
      minutes: 15,
    }),
  )
}

function playwright(report: string, ...args: string[]): Promise<TestCounts> {
  return runTests(report, countPlaywright, (reportFile) =>
    run('playwright', ['test', ...args], {
      env: { ...sparing(), PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
      minutes: 45,
    }),
  )
}

/** Playwright runs these tests too: see docs/adr/0063. */
async function engines(...args: string[]): Promise<TestCounts> {
  if (!hasEngines) throw new Error('WebKitGTK and Xvfb are of Linux alone')
  return playwright('engines.json', '--config=e2e/engines', ...args)
}

const existing = () => folders.filter((folder) => existsSync(join(root, folder)))

const sections = {
  tools: {
    name: 'test tools',
    run: ensureTestTools,
  },
  format: { name: 'format', run: () => run('oxfmt', ['--check', ...existing()]) },
  lint: { name: 'lint', run: () => run('oxlint', existing()) },
  types: { name: 'types', run: () => run('tsc', ['-b']) },
  unused: { name: 'unused code', run: () => run('knip', ['--no-progress', '--treat-config-hints-as-errors']) },
  unit: { name: 'architecture, unit, both databases', run: () => vitest('all') },
  fastUnit: { name: 'architecture, unit, both databases', run: () => vitest('fast') },
  build: {
    name: 'web build',
    run: async () => {
      const { ensureWebBuilt } = await import('./build-web.ts')
      if (!(await ensureWebBuilt())) console.log('up to date')
    },
  },
  size: { name: 'size', needs: ['web build'], run: () => run(process.execPath, ['scripts/size-check.ts']) },
  browser: { name: 'browser', needs: ['web build'], run: () => playwright('playwright.json') },
  engines: { name: 'all journeys in Firefox and WebKit', needs: ['web build'], run: () => engines() },
  shortEngines: {
    name: 'Firefox and WebKit',
    needs: ['web build'],
    run: () => engines('--grep=@short'),
  },
} satisfies Record<string, Section>

/** What all tests depend on, though none imports it. */
const concernsAllTests = /^(?:package(?:-lock)?\.json|vitest\.config\.ts|tests\/setup\/.*)$/

/**
 * Unit tests are those that import what has changed, and those of the whole tree in tests/. Browser tests are those whose
 * files have changed, and those of the requirements that the unit tests next to the changes name.
 */
async function changedSections(ref: string): Promise<Section[]> {
  const files = changedFiles(root, ref)
  const sources = files.filter(
    (file) => folders.some((folder) => `${file}/`.startsWith(`${folder}/`)) && existsSync(join(root, file)),
  )
  const { readNamedTests } = await import('./requirements.ts')
  const specs = new Map(
    globSync('e2e/*.ts', { cwd: root }).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )
  const browserTests = [...specsUsing(files, specs), ...requirementsNear(files, readNamedTests(root))]
  console.log(`${files.length} files changed; browser tests: ${browserTests.join(', ') || 'none'}`)
  const related = [
    'related',
    '--run',
    ...sources.filter((file) => /\.[jt]sx?$/.test(file)),
    ...globSync('tests/**/*.test.ts', { cwd: root }),
  ]
  return [
    ...(sources.length === 0
      ? []
      : [
          {
            name: 'format',
            run: () => run('oxfmt', ['--check', '--no-error-on-unmatched-pattern', ...sources]),
          },
          { name: 'lint', run: () => run('oxlint', ['--no-error-on-unmatched-pattern', ...sources]) },
        ]),
    sections.types,
    sections.unused,
    {
      name: sections.unit.name,
      run: () => vitest('all', files.some((file) => concernsAllTests.test(file)) ? ['run'] : related),
    },
    ...(browserTests.length === 0
      ? []
      : [
          sections.build,
          { ...sections.browser, run: () => playwright('playwright.json', `--grep=${browserTests.join('|')}`) },
        ]),
  ]
}

const plans: Record<string, (ref: string) => Section[] | Promise<Section[]>> = {
  '--all': () => [
    sections.tools,
    sections.format,
    sections.lint,
    sections.types,
    sections.unused,
    sections.unit,
    sections.build,
    sections.size,
    sections.browser,
    ...(hasEngines ? [sections.shortEngines] : []),
  ],
  '--engines': () => [sections.tools, sections.build, sections.engines],
  '--fast': () => [sections.format, sections.lint, sections.types, sections.unused, sections.fastUnit],
  '--changed': changedSections,
}

interface Outcome {
  name: string
  seconds: number
  counts?: TestCounts
  /** why it did not pass; absent when it did */
  failure?: string
}

async function runSection(section: Section, before: Outcome[]): Promise<Outcome> {
  const { name } = section
  const missing = section.needs?.find((need) => before.some((done) => done.name === need && done.failure !== undefined))
  if (missing !== undefined) {
    console.log(`\n── ${name}: not run, for ${missing} failed`)
    return { name, seconds: 0, failure: `not run, for ${missing} failed` }
  }
  console.log(`\n── ${name}`)
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  try {
    const counts = await section.run()
    return { name, seconds: seconds(), ...(counts && { counts }) }
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    console.log(`${name} failed: ${failure}`)
    return { name, seconds: seconds(), failure, ...(error instanceof TestsFailed && { counts: error.counts }) }
  }
}

function printSummary(outcomes: Outcome[]): void {
  const width = Math.max(...outcomes.map(({ name }) => name.length))
  console.log('\n── summary')
  for (const { name, seconds, counts, failure } of outcomes) {
    const details = [
      counts &&
        [
          `${counts.passed} passed, ${counts.failed} failed`,
          ...(counts.skipped > 0 ? [`${counts.skipped} skipped`] : []),
          ...(counts.flaky.length > 0 ? [`${counts.flaky.length} flaky`] : []),
        ].join(', '),
      failure?.split('\n')[0],
    ]
    const line = [
      failure === undefined ? '✓' : '✗',
      name.padEnd(width),
      `${seconds.toFixed(1).padStart(6)} s`,
      details.filter(Boolean).join('; '),
    ]
    console.log(line.join('  ').trimEnd())
  }
  const total = outcomes.reduce((sum, { counts }) => addCounts(sum, counts ?? noTests), noTests)
  for (const title of total.failures) console.log(`failed: ${title}`)
  for (const title of total.flaky) console.log(`flaky: ${title}`)
  if (total.flaky.length > 0) console.log(`flaky: ${total.flaky.length} passed only the second time`)
  console.log(`tests: ${total.passed} passed, ${total.failed} failed`)
}

const plan = plans[process.argv[2] ?? '--all']
if (plan === undefined) {
  console.error(`usage: node scripts/check.ts ${Object.keys(plans).join(' | ')}`)
  process.exit(2)
}
const outcomes: Outcome[] = []
for (const section of await plan(process.argv[3] ?? 'main')) outcomes.push(await runSection(section, outcomes))
printSummary(outcomes)
if (outcomes.some(({ failure }) => failure !== undefined)) process.exitCode = 1
