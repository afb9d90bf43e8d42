import { act, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'

import { useGridFocus } from './use-grid-focus.ts'

const names = Array.from({ length: 1_000 }, (_, at) => `Lantern ${at}`)

/** A list of two columns that renders its first ten names only. */
async function aList() {
  const frame = document.body.appendChild(document.createElement('div'))
  const root = createRoot(frame)
  const scrolledTo: string[] = []
  // jsdom has no layout to scroll.
  Element.prototype.scrollIntoView = function scrollIntoView(this: HTMLElement) {
    scrolledTo.push(this.dataset.index!)
  }
  function List({ entries }: { entries: readonly string[] }) {
    const list = useRef<HTMLUListElement>(null)
    const { kept, handlers } = useGridFocus(list, { total: names.length, columns: 2, rowPx: 50 }, entries)
    const drawn = [...new Set([...Array(10).keys(), ...kept])].toSorted((a, b) => a - b)
    return (
      <ul ref={list} {...handlers}>
        {drawn.map((index) => (
          <li key={entries[index] ?? index} data-index={index}>
            {entries[index] ? <a href="/works">{entries[index]}</a> : null}
          </li>
        ))}
      </ul>
    )
  }
  const link = (name: string) => [...frame.querySelectorAll('a')].find(({ textContent }) => textContent === name)
  return {
    scrolledTo,
    draw: (entries: readonly string[]) => act(async () => root.render(<List entries={entries} />)),
    focus: (name: string) => act(async () => link(name)!.focus()),
    leave: () => act(async () => (document.activeElement as HTMLElement).blur()),
    /** @returns whether the key was handled, so that the browser did not scroll */
    press: async (key: string, more: KeyboardEventInit = {}) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
      await act(async () => document.activeElement!.dispatchEvent(event))
      return event.defaultPrevented
    },
    focused: () => document.activeElement?.textContent,
    drawn: () => frame.querySelectorAll('li').length,
    end: () => act(async () => root.unmount()),
  }
}

test('IDX-01 a key goes to a name that is not drawn, and what has the focus stays in the list wherever it stands', async () => {
  const list = await aList()
  await list.draw(names)
  await list.focus('Lantern 9')
  for (let row = 0; row < 100; row++) expect(await list.press('ArrowDown')).toBe(true)
  expect([list.focused(), list.scrolledTo.at(-1), list.drawn()]).toEqual(['Lantern 209', '209', 11])
  await list.draw(names)
  expect(list.focused()).toBe('Lantern 209')
  await list.press('End')
  expect(list.focused()).toBe('Lantern 999')
  expect(await list.press('End')).toBe(false)
  await list.leave()
  expect(list.drawn()).toBe(10)
  await list.end()
})

test('IDX-01 keys add up while the names they go to are still on their way', async () => {
  const list = await aList()
  await list.draw(names.slice(0, 20))
  await list.focus('Lantern 9')
  for (let row = 0; row < 30; row++) expect(await list.press('ArrowDown')).toBe(true)
  // It moves as far as names are loaded, and waits there.
  expect([list.focused(), list.scrolledTo.at(-1)]).toEqual(['Lantern 19', '69'])
  await list.draw(names)
  expect(list.focused()).toBe('Lantern 69')
  await list.press('ArrowUp')
  expect(list.focused()).toBe('Lantern 67')
  await list.end()
})

test('IDX-01 who leaves the list while a name is on its way is not called back', async () => {
  const list = await aList()
  await list.draw(names.slice(0, 20))
  await list.focus('Lantern 9')
  await list.press('End')
  await list.leave()
  await list.draw(names)
  expect([document.activeElement, list.drawn()]).toEqual([document.body, 10])
  await list.end()
})

test('IDX-01 keys with a modifier are the browser’s', async () => {
  const list = await aList()
  await list.draw(names)
  await list.focus('Lantern 4')
  for (const more of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }])
    expect(await list.press('ArrowDown', more)).toBe(false)
  expect(list.focused()).toBe('Lantern 4')
  await list.end()
})
