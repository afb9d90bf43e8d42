import { expect, test, vi } from 'vitest'

test.each([
  ['pip', 'pip'],
  ['in-app', 'in-app'],
  ['window', 'in-app'],
  [null, 'in-app'],
])('LYR-04 a stored display mode of %o is %s', async (stored, mode) => {
  vi.resetModules()
  localStorage.setItem('settings', JSON.stringify({ version: 1, values: { subtitleDisplayMode: stored } }))
  const { useSettings } = await import('./settings.store.ts')
  expect(useSettings.getState().subtitleDisplayMode).toBe(mode)
})
