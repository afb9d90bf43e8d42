import { expect, test } from 'vitest'

import { readOptions } from './options.ts'

const read = (...args: string[]) => readOptions(args, ['kill', 'disk'], () => 7)

test('FLT-04 a campaign has hours, kills, a seed and scenarios; without a seed it draws one', () => {
  expect(read('--hours', '0.5', '--kills', '200', '--seed', '3', '--only', 'kill', '--only', 'disk')).toEqual({
    hours: 0.5,
    kills: 200,
    seed: 3,
    only: ['kill', 'disk'],
  })
  expect(read()).toEqual({ hours: 0, kills: null, seed: 7, only: [] })
  expect(read('--list')).toBe('list')
})

test('FLT-04 wrong arguments are named', () => {
  expect(() => read('--only', 'flood')).toThrow('There is no scenario flood. Names: kill, disk')
  expect(() => read('--hours', 'one')).toThrow('--hours must be a number')
  expect(() => read('--kills', '-1')).toThrow(/kills/)
})
