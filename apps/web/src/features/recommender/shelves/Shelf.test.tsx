import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import '#i18n/on-demand/recommender-texts.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { aWork } from '#test/a-work.ts'

import { AUTOPLAY_MS } from './shelf-rules.ts'
import { Shelf } from './Shelf.tsx'

const COVER = 100
const WIDTH = 250
const works = [1, 2, 3, 4, 5].map((id) => aWork({ id, title: `Rain ${id}` }))

/** Mocks what jsdom lacks: layout, visibility and media queries. */
function layOut() {
  let isCalm = false
  const listeners = new Set<() => void>()
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isCalm
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (entries: { isIntersecting: boolean }[]) => void
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = tell
      }
      observe() {
        this.tell([{ isIntersecting: true }])
      }
      disconnect() {}
    },
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly tell: () => void
      constructor(tell: () => void) {
        this.tell = tell
      }
      observe() {
        this.tell()
      }
      disconnect() {}
    },
  )
  const define = (name: string, get: (this: HTMLElement) => number) =>
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get })
  define('offsetLeft', function () {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * COVER
  })
  define('clientWidth', () => WIDTH)
  define('scrollWidth', () => works.length * COVER)
  HTMLElement.prototype.scrollTo = function (this: HTMLElement, to?: ScrollToOptions | number) {
    this.scrollLeft = (typeof to === 'object' ? to.left : to) ?? 0
    this.dispatchEvent(new Event('scroll'))
  }
  return {
    calm(isWanted: boolean) {
      isCalm = isWanted
      for (const listener of listeners) listener()
    },
  }
}

async function aShelf(name: string, isRanked = false) {
  const i18n = await createI18n('en')
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <I18nProvider value={i18n}>
        <Shelf name={name} title="Popular works" works={works} isRanked={isRanked} isMoving />
      </I18nProvider>,
    ),
  )
  const section = place.querySelector('section')!
  return {
    section,
    row: section.querySelector<HTMLElement>('ul, ol')!,
    links: [...section.querySelectorAll<HTMLElement>('li a')],
    button: (label: RegExp) =>
      [...section.querySelectorAll('button')].find((one) => label.test(one.getAttribute('aria-label')!)),
    wait: (times = 1) => act(async () => void vi.advanceTimersByTime(times * AUTOPLAY_MS)),
  }
}

let browser: ReturnType<typeof layOut>
beforeEach(() => {
  vi.useFakeTimers()
  browser = layOut()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const pointer = (type: string, pointerType: string) =>
  Object.assign(new MouseEvent(type, { bubbles: true }), { pointerType })

test('LIB-05 a shelf moves on every four seconds, not while a mouse is over it, the keyboard in it, or calm is wanted', async () => {
  const { section, row, links, wait } = await aShelf('free')
  await wait()
  expect(row.scrollLeft).toBe(COVER)
  await act(async () => section.dispatchEvent(pointer('pointerover', 'mouse')))
  await wait(3)
  expect(row.scrollLeft).toBe(COVER)
  await act(async () => section.dispatchEvent(pointer('pointerout', 'mouse')))
  await act(async () => links[2]!.focus())
  await wait(3)
  expect(row.scrollLeft).toBe(COVER)
  await act(async () => links[2]!.blur())
  await act(async () => browser.calm(true))
  await wait(3)
  expect(row.scrollLeft).toBe(COVER)
  await act(async () => browser.calm(false))
  await wait()
  expect(row.scrollLeft).toBe(2 * COVER)
  // The end, and the start.
  await wait()
  expect(row.scrollLeft).toBe(works.length * COVER - WIDTH)
  await wait()
  expect(row.scrollLeft).toBe(0)
})

test('LIB-05 nothing moves behind a dialog, nor in a tab that is not looked at', async () => {
  const { row, wait } = await aShelf('hidden')
  const dialog = document.body.appendChild(document.createElement('dialog'))
  dialog.setAttribute('open', '')
  await wait(2)
  expect(row.scrollLeft).toBe(0)
  dialog.remove()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  await wait(2)
  expect(row.scrollLeft).toBe(0)
  visibility.mockReturnValue('visible')
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
  await wait()
  expect(row.scrollLeft).toBe(COVER)
})

test.each<[string, (parts: Awaited<ReturnType<typeof aShelf>>) => unknown]>([
  ['stopped', ({ button }) => button(/^Stop/)!.click()],
  ['turned', ({ button }) => button(/^Next/)!.click()],
  ['pressed', ({ links }) => links[1]!.dispatchEvent(pointer('pointerdown', 'touch'))],
  ['scrolled', ({ row }) => row.dispatchEvent(new WheelEvent('wheel', { deltaX: 4, bubbles: true }))],
  ['keyed', ({ links }) => links[1]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))],
])('LIB-17 a shelf that was %s never moves again on this device', async (name, touch) => {
  const shelf = await aShelf(name)
  await act(async () => void touch(shelf))
  await act(async () => shelf.links[0]!.focus())
  await act(async () => shelf.links[0]!.blur())
  const stands = shelf.row.scrollLeft
  await shelf.wait(3)
  expect(shelf.row.scrollLeft).toBe(stands)
  expect(shelf.button(/^Stop/)).toBeUndefined()
  expect(JSON.parse(localStorage.getItem('stopped-shelves')!)).toMatchObject({
    values: { names: expect.arrayContaining([name]) as unknown },
  })
  // On the next visit of the screen.
  const again = await aShelf(name)
  await again.wait(2)
  expect(again.row.scrollLeft).toBe(0)
})

test('LIB-17 passing a shelf by keyboard or over it with the mouse does not stop it for good', async () => {
  const { row, links, section, wait } = await aShelf('passed')
  await act(async () => links[0]!.focus())
  await act(async () => links[0]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true })))
  await act(async () => links[0]!.blur())
  await act(async () => section.dispatchEvent(pointer('pointerover', 'mouse')))
  await act(async () => section.dispatchEvent(pointer('pointerout', 'mouse')))
  await wait()
  expect(row.scrollLeft).toBe(COVER)
})

test('LIB-17 a shelf has numbers only where its places say something', async () => {
  const plain = await aShelf('unranked')
  const marks = (row: HTMLElement) => [...row.querySelectorAll('[aria-hidden]')].map(({ textContent }) => textContent)
  expect(plain.row.tagName).toBe('UL')
  expect(marks(plain.row)).not.toContain('1')
  const ranked = await aShelf('ranked', true)
  expect(ranked.row.tagName).toBe('OL')
  expect(marks(ranked.row)).toContain('1')
})

test('LIB-05 for the keyboard a shelf is one stop, within which the arrow keys go', async () => {
  const { row, links } = await aShelf('keys')
  const stops = () => links.map((link) => link.tabIndex)
  const press = (key: string) =>
    act(async () => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  expect(stops()).toEqual([0, -1, -1, -1, -1])
  await act(async () => row.scrollTo({ left: COVER }))
  expect(stops()).toEqual([-1, 0, -1, -1, -1])
  await act(async () => links[1]!.focus())
  await press('ArrowRight')
  expect(document.activeElement).toBe(links[2])
  await press('End')
  await press('ArrowRight')
  expect(document.activeElement).toBe(links[4])
  await press('Home')
  expect(document.activeElement).toBe(links[0])
})
