import { afterEach, expect, test, vi } from 'vitest'

import { openOwnWindow } from './own-window.ts'

afterEach(() => {
  delete window.documentPictureInPicture
  document.head.replaceChildren()
})

test('VID-08 LYR-04 a small window has the page’s styles, also those that load while it is open', async () => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const own = frame.contentWindow!
  window.documentPictureInPicture = { requestWindow: () => Promise.resolve(own) }
  const style = document.createElement('style')
  style.textContent = 'p { color: red }'
  document.head.append(style)
  await openOwnWindow({ width: 1, height: 1 }, 'small')
  const texts = () => [...own.document.querySelectorAll('style')].map(({ textContent }) => textContent)
  expect([own.document.body.className, texts()]).toEqual(['small', ['p { color: red }']])

  const later = document.createElement('style')
  later.textContent = 'p { color: blue }'
  document.head.append(later, document.createElement('script'))
  await vi.waitFor(() => expect(texts()).toEqual(['p { color: red }', 'p { color: blue }']))
  expect(own.document.querySelector('script')).toBeNull()

  own.dispatchEvent(new Event('pagehide'))
  document.head.append(style.cloneNode(true))
  await new Promise((resolve) => setTimeout(resolve))
  expect(texts()).toHaveLength(2)
})
