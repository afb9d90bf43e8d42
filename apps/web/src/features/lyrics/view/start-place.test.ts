import { expect, test } from 'vitest'

import { startPlace } from './start-place.ts'

const room = { left: 8, top: 64, right: 382, bottom: 740 }
const bar = { width: 374, height: 52 }
const button = (top: number) => ({ left: 16, top, right: 170, bottom: top + 48 })

test('LYR-04 the lyrics begin above the player', () => {
  expect(startPlace(room, bar, [])).toEqual({ x: 0.5, y: 1 })
  expect(startPlace(room, bar, [button(500), button(780), button(-200)])).toEqual({ x: 0.5, y: 1 })
})

test('LYR-04 where a button would be beneath them, also when they have two lines, they begin below the header', () => {
  expect(startPlace(room, bar, [button(690)])).toEqual({ x: 0.5, y: 0 })
  expect(startPlace(room, bar, [button(620)])).toEqual({ x: 0.5, y: 0 })
  expect(startPlace(room, bar, [button(603)])).toEqual({ x: 0.5, y: 1 })
})

test('LYR-04 beside the lyrics, on a wide screen, a button is not in the way', () => {
  const wide = { left: 8, top: 64, right: 1272, bottom: 740 }
  expect(startPlace(wide, { width: 736, height: 52 }, [button(690)])).toEqual({ x: 0.5, y: 1 })
})

test('LYR-04 where no place is free they stay above the player', () => {
  expect(startPlace(room, bar, [button(80), button(690)])).toEqual({ x: 0.5, y: 1 })
})
