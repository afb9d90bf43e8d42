import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createRefusalLog } from './refusal-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('ATH-08 refusals of a second are one line that counts them', () => {
  const warn = vi.fn<(fields: object, text: string) => void>()
  const refusals = createRefusalLog({ warn })
  for (let n = 0; n < 198; n++) refusals.count('server.busy')
  refusals.count('feedback.full')
  expect(warn).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { refused: { 'server.busy': 198, 'feedback.full': 1 } },
    'requests were refused',
  )
  vi.advanceTimersByTime(10_000)
  expect(warn).toHaveBeenCalledOnce()
})

test('ATH-08 what is behind refusals is logged once a second, and the last ones when the server stops', () => {
  const warn = vi.fn<(fields: object, text: string) => void>()
  const refusals = createRefusalLog({ warn })
  const away = new Error('database away')
  for (let n = 0; n < 3; n++) refusals.count('server.busy', away)
  refusals.flush()
  expect(warn).toHaveBeenCalledExactlyOnceWith({ refused: { 'server.busy': 3 }, err: away }, expect.any(String))
  refusals.flush()
  expect(warn).toHaveBeenCalledOnce()
})
