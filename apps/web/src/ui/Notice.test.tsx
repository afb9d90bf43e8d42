import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { create } from 'zustand'

import { InNoticePlace, Notice, NoticePlace } from './Notice.tsx'

let root: Root
const useTold = create<{ told: unknown }>()(() => ({ told: null }))

/** A page with two dialogs, one of which may open over the other, and a notice on command. */
beforeEach(async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
    },
  )
  document.body.innerHTML = ['<div id="app"></div>', ...['tags', 'rules'].map(dialogNamed)].join('')
  root = createRoot(document.querySelector('#app')!)
  await act(async () => root.render(<Page />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  tell(null)
  vi.unstubAllGlobals()
})

const dialogNamed = (id: string) => `<dialog id="${id}"><button></button></dialog>`

function Page() {
  const { told } = useTold()
  return (
    <>
      <NoticePlace />
      <InNoticePlace>
        {told === null ? null : (
          <Notice text="Please log in." isUrgent closeLabel="Close" occasion={told} onClose={() => tell(null)}>
            <button type="button" onClick={() => tell('pressed')}>
              Log in
            </button>
          </Notice>
        )}
      </InNoticePlace>
    </>
  )
}

const tell = (told: unknown) => useTold.setState({ told })
const told = (occasion: unknown) => act(async () => tell(occasion))
const open = (id: string) => {
  const dialog = document.querySelector<HTMLDialogElement>(`#${id}`)!
  dialog.setAttribute('open', '')
  dialog.querySelector('button')!.focus()
}
const close = (id: string) =>
  act(async () => {
    const dialog = document.querySelector(`#${id}`)!
    dialog.removeAttribute('open')
    dialog.dispatchEvent(new Event('close'))
  })
const where = () => document.querySelector('[role=alert]')?.closest('dialog, #notices')?.id

test('NAV-16 a notice that comes while a dialog is open stands in it, where it can be used, and stays when that closes', async () => {
  open('tags')
  await told(1)
  expect(where()).toBe('tags')
  await close('tags')
  expect(where()).toBe('notices')

  // An existing one stays behind the new dialog, until it occurs again.
  open('tags')
  expect(where()).toBe('notices')
  await told(2)
  expect(where()).toBe('tags')
  await act(async () => document.querySelector<HTMLElement>('[role=alert] button')?.click())
  expect(where()).toBe('tags')
})

test('NAV-16 a notice stands in the uppermost dialog, and in the one below when that closes', async () => {
  open('tags')
  open('rules')
  await told(1)
  expect(where()).toBe('rules')
  await close('rules')
  expect(where()).toBe('tags')
})

test('NAV-16 a panel beside the page takes no notice from the page', async () => {
  open('rules')
  document.querySelector('#rules')!.setAttribute('data-beside', '')
  await told(1)
  expect(where()).toBe('notices')
})
