import { expect, test } from 'vitest'

import { isSecondClick } from './is-second-click.ts'

test('WRK-11 only the second click of a quick series is one, and no press of a key', () => {
  const at = (timeStamp: number, detail: number) => isSecondClick({ timeStamp, detail })
  expect([at(1_000, 1), at(1_200, 2), at(1_400, 3)]).toEqual([false, true, false])
  expect([at(3_000, 1), at(3_700, 2)]).toEqual([false, false])
  expect([at(5_000, 0), at(5_010, 0)]).toEqual([false, false])
})
