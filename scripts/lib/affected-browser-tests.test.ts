import { expect, test } from 'vitest'

import { requirementsNear, specsUsing } from './affected-browser-tests.ts'

const tests = [
  { id: 'PLY-02', file: 'apps/web/src/features/player/queue/queue.test.ts' },
  { id: 'PLY-14', file: 'apps/web/src/features/player/position/places.test.ts' },
  { id: 'SRC-01', file: 'packages/keyword/src/parse.test.ts' },
  { id: 'SRC-04', file: 'e2e/search.spec.ts' },
]

test('a file’s requirements are those of the tests in its folder', () => {
  expect(requirementsNear(['apps/web/src/features/player/queue/edit.ts'], tests)).toEqual(['PLY-02'])
  expect(requirementsNear(['packages/keyword/src/fold.ts'], tests)).toEqual(['SRC-01'])
})

test('where a folder has no tests, those of the nearest folder above count', () => {
  expect(requirementsNear(['apps/web/src/features/player/controls/Bar.tsx'], tests)).toEqual(['PLY-02', 'PLY-14'])
  expect(requirementsNear(['packages/keyword/package.json'], tests)).toEqual(['SRC-01'])
})

test('unit tests, documents and scripts change nothing in a browser', () => {
  expect(
    requirementsNear(['apps/web/src/features/player/queue/queue.test.ts', 'docs/install.md', 'scripts/dev.ts'], tests),
  ).toEqual([])
})

test('a helper of browser tests affects the specs that import it, through other helpers too', () => {
  const sources = new Map([
    ['e2e/hydrated.ts', ''],
    ['e2e/playing.ts', `import { hydrated } from './hydrated.ts'`],
    ['e2e/player.spec.ts', `import { test } from './playing.ts'`],
    ['e2e/layout.spec.ts', ''],
  ])
  expect(specsUsing(['e2e/hydrated.ts', 'apps/web/index.html'], sources)).toEqual(['e2e/player.spec.ts'])
  expect(specsUsing(['e2e/layout.spec.ts', 'e2e/gone.spec.ts'], sources)).toEqual(['e2e/layout.spec.ts'])
})
