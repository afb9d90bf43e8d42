import { expect, test, vi } from 'vitest'

import { createPlayerStore } from './player.store.ts'
import { pictureStore } from './video/picture.store.ts'
import { connectWakeLock } from './wake-lock.ts'

test('VID-06 the screen stays on while there is a picture to look at, whatever the setting', async () => {
  let released = 0
  const request = vi.fn<() => Promise<WakeLockSentinel>>(() => {
    const lock = Object.assign(new EventTarget(), { released: false, release: () => Promise.resolve(void released++) })
    return Promise.resolve(lock as WakeLockSentinel)
  })
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  const store = createPlayerStore()
  connectWakeLock({ request }, store)
  store.setState({ status: 'playing' })
  expect(request).not.toHaveBeenCalled()
  pictureStore.setState({ isSeen: true })
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce())
  pictureStore.setState({ isSeen: false })
  await vi.waitFor(() => expect(released).toBe(1))
})
