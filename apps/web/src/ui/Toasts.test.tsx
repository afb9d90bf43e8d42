import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { InNoticePlace, Notice, NoticePlace } from './Notice.tsx'
import { toast, useToasts } from './toast.ts'
import { Toasts } from './Toasts.tsx'

/** jsdom has no layout. */
class FortyHigh {
  readonly observe: () => void
  constructor(listener: (entries: { contentRect: { height: number } }[]) => void) {
    this.observe = () => listener([{ contentRect: { height: 40 } }])
  }
}

let root: Root
let dialog: HTMLDialogElement

/** A page with notices, one of which is waiting for an answer. */
beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('ResizeObserver', FortyHigh)
  document.body.innerHTML = '<div id="app"></div><dialog><button></button></dialog>'
  dialog = document.querySelector('dialog')!
  root = createRoot(document.querySelector('#app')!)
  await act(async () =>
    root.render(
      <>
        <NoticePlace />
        <InNoticePlace>
          <Notice text="Please log in." isUrgent closeLabel="Close" onClose={() => undefined}>
            <button type="button">Log in</button>
          </Notice>
        </InNoticePlace>
        <Toasts />
      </>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  useToasts.setState({ toasts: [] })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const passes = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const toasts = (text: string, shownMs?: number) => act(async () => toast(text, shownMs))
const texts = (selector: string, within: ParentNode = document) =>
  [...within.querySelectorAll(selector)].map(({ textContent }) => textContent)
const shown = () => texts('.place .toast')
const open = () => {
  dialog.setAttribute('open', '')
  dialog.querySelector('button')!.focus()
}
const close = () =>
  act(async () => {
    dialog.removeAttribute('open')
    dialog.dispatchEvent(new Event('close'))
  })

test('CRD-02 ATH-02 no notice hides another: those that pass stand above those that stay, each for its own time', async () => {
  await passes(1_000)
  await toasts('Added to “Marked”', 500)
  await toasts('The server cannot be reached.', 3_000)
  expect(shown()).toEqual(['Added to “Marked”', 'The server cannot be reached.'])
  // All in one place, stacked.
  const place = document.querySelector('.place')!
  expect(texts('.place')).toHaveLength(1)
  expect(place.querySelector('[role=alert] button')?.textContent).toBe('Log in')
  await passes(499)
  expect(shown()).toHaveLength(2)
  await passes(1)
  expect(shown()).toEqual(['The server cannot be reached.'])
  await passes(2_499)
  expect(shown()).toHaveLength(1)
  await passes(1)
  expect(shown()).toEqual([])
  expect(place.querySelector('[role=alert]')).not.toBeNull()
})

test('CRD-02 API-02 a toast is announced once, its drawing is not, and the same text again is another toast; an empty text is none', async () => {
  await toasts('')
  expect(shown()).toEqual([])
  await toasts('Copied.')
  // A screen reader does not announce a region that was only just inserted.
  expect(texts('output span')).toEqual([])
  await passes(100)
  await toasts('Saved.')
  const spans = [...document.querySelectorAll('output span')]
  expect(spans.map(({ textContent }) => textContent)).toEqual(['Copied.', 'Saved.'])
  expect(document.querySelector('output')?.getAttribute('aria-atomic')).toBe('false')
  expect(document.querySelector('.toast')?.closest('[aria-hidden=true]')).not.toBeNull()

  await toasts('Copied.')
  expect(shown()).toEqual(['Saved.', 'Copied.'])
  const [first, again] = document.querySelectorAll('output span')
  expect(first).toBe(spans[1])
  expect(again).not.toBe(spans[0])
  for (const text of ['1', '2', '3', '4', '5']) await toasts(text)
  expect(shown()).toEqual(['2', '3', '4', '5'])
})

test('REV-01 a toast while a dialog is open is shown in it and announced there alone; earlier toasts stay behind', async () => {
  await passes(100)
  await toasts('Saved.')
  open()
  await passes(100)
  expect(texts('.toast', dialog)).toEqual([])
  await passes(5_000)

  await toasts('Not saved.')
  expect(texts('.toast', dialog)).toEqual(['Not saved.'])
  expect(dialog.style.getPropertyValue('--toast-height')).toBe('40px')
  await passes(100)
  expect(texts('output span', dialog)).toEqual(['Not saved.'])
  await close()
  expect(shown()).toEqual(['Not saved.'])
  expect(texts('.place *', dialog)).toEqual([])
  await passes(100)
  expect(texts('output span')).toEqual([])
  await passes(5_000)

  // The dialog is removed while the toast is shown in it.
  open()
  await act(async () => {
    toast('Saved again.')
    dialog.remove()
  })
  expect(shown()).toEqual(['Saved again.'])
  document.body.append(dialog)
  await passes(5_000)

  // Closed at the same moment, it is announced on the page.
  open()
  await toasts('Deleted.')
  await close()
  await passes(100)
  expect(shown()).toEqual(['Deleted.'])
  expect(texts('#app ~ output span, #app output span')).toEqual(['Deleted.'])
})
