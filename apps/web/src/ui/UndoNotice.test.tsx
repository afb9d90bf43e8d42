import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { focusNeighbour } from './focus-after-removal.ts'
import { NoticePlace } from './Notice.tsx'
import { UndoNotice } from './UndoNotice.tsx'

let root: Root
let gone: number

beforeEach(async () => {
  document.body.innerHTML = '<div id="app"></div>'
  root = createRoot(document.querySelector('#app')!)
  gone = 0
  const onGone = () => void gone++
  vi.useFakeTimers()
  await act(async () =>
    root.render(
      <>
        <NoticePlace />
        <UndoNotice
          removed={{ id: 41, hint: 'Removed', title: 'Rain' }}
          undoLabel="Undo"
          closeLabel="Close"
          onUndo={() => undefined}
          onGone={onGone}
        />
      </>,
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

test('PLS-04 HIS-04 HIS-17 the focus goes to the next item, and from the last one to the one before', () => {
  document.body.innerHTML = ['a', 'b', 'c']
    .map((id) => `<section><button data-remove="${id}"></button></section>`)
    .join('')
  const [first, second, third] = document.querySelectorAll('button')
  focusNeighbour(first!)
  expect(document.activeElement).toBe(second)
  focusNeighbour(third!)
  expect(document.activeElement).toBe(second)
})
