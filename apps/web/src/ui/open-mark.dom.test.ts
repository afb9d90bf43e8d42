import { expect, test, vi } from 'vitest'

import { leaveEntries, marked, OPEN_MARK, pushAfterOverlays } from './open-mark.ts'

/** Opens overlays over `/list`, and returns the router's history. */
function withOverlays(count: number) {
  history.pushState({}, '', '/list')
  for (let n = 1; n <= count; n++) history.pushState({ [OPEN_MARK]: n }, '')
  const router = { push: (path: string) => history.pushState({}, '', path) }
  pushAfterOverlays(router)
  return router
}

const goneBackTo = async () => {
  history.back()
  await new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  return location.pathname
}

test('SRC-21 NAV-16 a page that opens as an overlay closes takes the place of its entry', async () => {
  const router = withOverlays(1)
  void leaveEntries(1)
  router.push('/found')
  await vi.waitFor(() => expect(location.pathname).toBe('/found'))
  expect(marked()).toBe(0)
  expect(await goneBackTo()).toBe('/list')
  expect(marked()).toBe(0)
})

test('NAV-16 a link in the upper of two open overlays leaves the entries of both, once', async () => {
  const router = withOverlays(2)
  router.push('/work')
  void leaveEntries(2)
  void leaveEntries(1)
  await vi.waitFor(() => expect(location.pathname).toBe('/work'))
  expect(await goneBackTo()).toBe('/list')
  expect(marked()).toBe(0)
})

test('NAV-16 without an open overlay a page opens at once', () => {
  withOverlays(0).push('/at-once')
  expect(location.pathname).toBe('/at-once')
})
