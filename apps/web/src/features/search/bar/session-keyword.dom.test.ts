import { expect, test, vi } from 'vitest'

import { keepKeyword, lastKeyword, onKeyword } from './session-keyword.ts'

test('SRC-03 the last keyword is kept for the tab', () => {
  sessionStorage.clear()
  expect(lastKeyword()).toBe('')
  const listener = vi.fn<() => void>()
  const stop = onKeyword(listener)
  keepKeyword('rain $tag:耳かき$')
  expect(lastKeyword()).toBe('rain $tag:耳かき$')
  expect(sessionStorage.getItem('keyword')).toBe('rain $tag:耳かき$')
  stop()
  keepKeyword('')
  expect(lastKeyword()).toBe('')
  expect(listener).toHaveBeenCalledTimes(1)
})

test('SRC-03 where the browser forbids storage, it lasts as long as the page', () => {
  const forbid = () => {
    throw new DOMException('no', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(forbid)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(forbid)
  keepKeyword('rain')
  expect(lastKeyword()).toBe('rain')
})
