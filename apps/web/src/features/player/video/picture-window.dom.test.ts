import { afterEach, expect, test } from 'vitest'

import { showApart } from './picture-window.ts'
import { pictureStore } from './picture.store.ts'

afterEach(() => {
  delete window.documentPictureInPicture
})

test('VID-09 a window that another one replaces, and that closes late, leaves the picture in the other', async () => {
  const [first, second] = [0, 1].map(() => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    return frame.contentWindow!
  }) as [Window, Window]
  const windows = [first, second]
  window.documentPictureInPicture = { requestWindow: () => Promise.resolve(windows.shift()!) }
  const video = document.createElement('video')
  await showApart(video)
  await showApart(video)
  expect(pictureStore.getState().apart === second).toBe(true)
  first.dispatchEvent(new Event('pagehide'))
  expect(pictureStore.getState().apart === second).toBe(true)
  second.dispatchEvent(new Event('pagehide'))
  expect(pictureStore.getState().apart).toBeNull()
})
