import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

import { bundledThreads } from './tests/setup/bundled-threads.ts'

// Server code needs `node:sqlite`, which no bundler may touch, so it stays out of the jsdom project.
const domTests = ['apps/web/src/**/*.test.tsx', 'apps/web/src/**/*.dom.test.ts']

// They need no database, so that one of them runs at once, also where there is no PostgreSQL.
const pureTests = [
  'packages/*/{src,test}/**/*.test.ts',
  'apps/web/{src,vite}/**/*.test.ts',
  'apps/demo-library/src/**/*.test.ts',
]

// Vitest leaves one core free by default, which on two cores means one file at a time.
const cores = availableParallelism()

/** Many of these tests wait for another program or a poll, and leave their core to a third file meanwhile. */
const waiting = { maxWorkers: Math.ceil(1.5 * cores), sequence: { groupOrder: 1 } }

const elsewhere = ['**/node_modules/**', '**/dist/**', ...domTests]

/**
 * The test files of a worker share its modules, which takes a third less time than reading them for each file. `vi.mock` does
 * nothing to a module that an earlier file has loaded, so these projects do without.
 */
const sharedWorker = { isolate: false, setupFiles: ['tests/setup/patience.ts', 'tests/setup/shared-worker.ts'] }

// On the command line `--exclude` would do nothing: each project has its own list.
const slowTests = process.env.OTODANA_TESTS === 'fast' ? ['**/*.slow.test.ts'] : []

export default defineConfig({
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    // Tests make much that does not last: with more room for it collecting takes less.
    execArgv: ['--max-semi-space-size=64'],
    // Enough for a machine several times slower than any of ours: they cost nothing unless something is wrong.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          environment: 'node',
          include: pureTests,
          exclude: [...elsewhere, ...slowTests],
          ...sharedWorker,
          ...waiting,
        },
      },
      {
        extends: true,
        plugins: [bundledThreads()],
        test: {
          name: 'node',
          environment: 'node',
          include: ['apps/server/{src,test}/**/*.test.ts', '{scripts,tests,bench,faults}/**/*.test.ts'],
          exclude: [...elsewhere, ...slowTests],
          globalSetup: ['tests/setup/programs.ts', 'tests/setup/postgres.ts', 'tests/setup/templates.ts'],
          ...sharedWorker,
          ...waiting,
          setupFiles: [...sharedWorker.setupFiles, 'tests/setup/node.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'jsdom',
          environment: 'jsdom',
          // Each file has a window and modules of its own, but jsdom itself is read once a process and not once a file, which
          // takes longer than most of them.
          pool: 'vmForks',
          // They hardly wait, so a third of them would only make each slower.
          maxWorkers: cores,
          sequence: { groupOrder: 0 },
          include: domTests,
          setupFiles: ['tests/setup/patience.ts', 'tests/setup/jsdom.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
})
