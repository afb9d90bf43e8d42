import { expect, test } from 'vitest'

import { createChangedWorks } from './changed-works.ts'

test('DAV-09 what was made of works is right until one of them changes, or too many do', () => {
  const changed = createChangedWorks(3)
  const note = (ids: number[], more = {}) =>
    changed.note({ workIds: new Set(ids), namesChanged: false, isReload: false, ...more })
  const first = changed.now()
  expect(changed.hasAnySince(first, [1, 2])).toBe(false)
  note([3])
  expect(changed.hasAnySince(first, [1, 2])).toBe(false)
  note([2])
  expect(changed.hasAnySince(first, [1, 2])).toBe(true)
  const second = changed.now()
  expect(changed.hasAnySince(second, [1, 2])).toBe(false)
  for (const more of [{ namesChanged: true }, { isReload: true }]) {
    const before = changed.now()
    note([], more)
    expect(changed.hasAnySince(before, [])).toBe(true)
    expect(changed.hasAnySince(changed.now(), [])).toBe(false)
  }
  const third = changed.now()
  note([5, 6, 7])
  expect(changed.hasAnySince(third, [1])).toBe(false)
  note([8])
  expect(changed.hasAnySince(third, [1])).toBe(true)
})
