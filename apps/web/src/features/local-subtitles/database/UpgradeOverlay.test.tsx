import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { type Upgrade, useUpgrade } from '#lib/storage/database-upgrade.ts'

import UpgradeOverlay from './UpgradeOverlay.tsx'

const navigate = vi.hoisted(() => vi.fn<(to: { href: string }) => void>())
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ navigate }) }))

let root: Root
let place: HTMLElement

async function show(upgrade: Upgrade): Promise<HTMLDialogElement> {
  useUpgrade.setState({ upgrade })
  const i18n = await createI18n('en')
  await act(async () =>
    root.render(
      <I18nProvider value={i18n}>
        <UpgradeOverlay upgrade={upgrade} />
      </I18nProvider>,
    ),
  )
  return place.querySelector('dialog')!
}

const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTime(milliseconds))
const isShown = () => useUpgrade.getState().upgrade !== null

// jsdom has no methods to open and close dialogs.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
    this.dispatchEvent(new Event('close'))
  },
})

beforeEach(() => {
  vi.useFakeTimers()
  navigate.mockReset()
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})

afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.useRealTimers()
})

test('LSB-04 how far it is can be seen and read out, however long it takes', async () => {
  const dialog = await show({ state: 'upgrading', toVersion: 3, done: 2_000, total: 12_345 })
  expect(dialog.querySelector('progress')).toMatchObject({ value: 2_000, max: 12_345 })
  expect(dialog.textContent).toContain('2,000 of 12,345')
  expect(document.getElementById(dialog.getAttribute('aria-labelledby')!)?.textContent).toBe(
    'Updating the subtitles on this device',
  )
  expect(document.activeElement).toBe(dialog)
  await pass(600_000)
  expect([isShown(), navigate.mock.calls]).toEqual([true, []])
})

test('LSB-04 neither Escape nor what closes it otherwise takes it away', async () => {
  const dialog = await show({ state: 'waiting' })
  expect(dialog.dispatchEvent(new Event('cancel', { cancelable: true }))).toBe(false)
  dialog.close()
  expect(dialog.open).toBe(true)
})

test('LSB-04 three seconds after it is done the library opens', async () => {
  await show({ state: 'upgrading', toVersion: 3, done: 5, total: 5 })
  const dialog = await show({ state: 'done' })
  expect(dialog.querySelector('[role=status]')?.textContent).toBe('Opening the library…')
  await pass(2_999)
  expect([isShown(), navigate.mock.calls]).toEqual([true, []])
  await pass(1)
  expect([isShown(), navigate.mock.calls]).toEqual([false, [[{ href: '/works' }]]])
})

test('LSB-04 a failure is shown in three languages with its reason, and hidden after five seconds', async () => {
  const dialog = await show({ state: 'failed', message: 'QuotaExceededError: full' })
  const told = [...dialog.querySelectorAll('[role=alert] p')].map((line) => [
    line.getAttribute('lang'),
    line.textContent,
  ])
  expect(told).toEqual([
    ['en', 'The update failed. Reload the page and try again.'],
    ['zh-CN', '更新失败，请重新加载页面后重试。'],
    ['ja', '更新に失敗しました。ページを再読み込みして、もう一度お試しください。'],
    [null, 'QuotaExceededError: full'],
  ])
  await pass(4_999)
  expect(isShown()).toBe(true)
  await pass(1)
  expect([isShown(), navigate.mock.calls]).toEqual([false, []])
})
