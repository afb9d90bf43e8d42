import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import '#i18n/on-demand/playlist-texts.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { NoticePlace } from '#ui/Notice.tsx'

import { aWork } from '../../test/a-work.ts'
import { UndoNotice } from './UndoNotice.tsx'

let root: Root
let gone: number

beforeEach(async () => {
  document.body.innerHTML = '<div id="app"></div>'
  root = createRoot(document.querySelector('#app')!)
  gone = 0
  const onGone = () => void gone++
  const i18n = await createI18n('en')
  const work = aWork({ id: 41 })
  vi.useFakeTimers()
  await act(async () =>
    root.render(
      <I18nProvider value={i18n}>
        <NoticePlace />
        <UndoNotice work={work} onUndo={() => undefined} onGone={onGone} />
      </I18nProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

const passes = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const button = () => document.querySelector<HTMLElement>('[role=status] button')!
const fires = (type: string) => act(async () => void button().dispatchEvent(new Event(type, { bubbles: true })))

test('PLS-04 Undo goes after 10 s', async () => {
  await passes(9_999)
  expect(gone).toBe(0)
  await passes(1)
  expect(gone).toBe(1)
})

test('PLS-04 Undo stays while the focus is on it or a pointer over it, whichever leaves last', async () => {
  await act(async () => button().focus())
  await passes(60_000)
  await fires('pointerover')
  await act(async () => button().blur())
  await passes(60_000)
  expect(gone).toBe(0)
  await fires('pointerout')
  await passes(9_999)
  expect(gone).toBe(0)
  await passes(1)
  expect(gone).toBe(1)
})
