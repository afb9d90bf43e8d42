import { act, useRef, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Modal } from './Modal.tsx'

// jsdom has no methods to open and close dialogs.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  },
})

let root: Root
beforeEach(() => {
  document.body.innerHTML = '<button id="opener"></button><main id="main" tabindex="-1"></main><div id="app"></div>'
  root = createRoot(document.querySelector('#app')!)
})
afterEach(() => act(async () => root.unmount()))

const render = (node: ReactNode) => act(async () => root.render(node))
const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
const press = (target: HTMLElement) => target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
const opener = () => find('#opener')

test('what is marked gets the focus, in the dialog or itself, and what had it gets it back', async () => {
  opener().focus()
  await render(
    <Modal onClose={() => undefined}>
      <button type="button">A</button>
      <button type="button" id="first" data-first="">
        B
      </button>
    </Modal>,
  )
  expect(find('dialog').hasAttribute('open')).toBe(true)
  expect(document.activeElement).toBe(find('#first'))
  await render(null)
  expect(document.activeElement).toBe(opener())

  await render(<Modal tabIndex={-1} data-first="" onClose={() => undefined} />)
  expect(document.activeElement).toBe(find('dialog'))
  opener().remove()
  await render(null)
  expect(document.activeElement).toBe(find('#main'))
})

test('a click closes it where it began and ended on the backdrop, and only if that is wanted', async () => {
  const handleClose = vi.fn<() => void>()
  const show = (closesOnBackdrop: boolean) =>
    render(
      <Modal closesOnBackdrop={closesOnBackdrop} onClose={handleClose}>
        <p>text</p>
      </Modal>,
    )
  await show(false)
  press(find('dialog'))
  find('dialog').click()
  await show(true)
  press(find('dialog p'))
  find('dialog').click()
  press(find('dialog'))
  find('dialog p').click()
  expect(handleClose).not.toHaveBeenCalled()
  press(find('dialog'))
  find('dialog').click()
  expect(handleClose).toHaveBeenCalledOnce()
})

test('a dialog that is a part of another one closes alone', async () => {
  const closed: string[] = []
  function Inner() {
    const dialog = useRef<HTMLDialogElement>(null)
    return (
      <Modal ref={dialog} onClose={() => closed.push('inner')}>
        <button type="button" id="close" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </Modal>
    )
  }
  await render(
    <Modal onClose={() => closed.push('outer')}>
      <Inner />
    </Modal>,
  )
  await act(async () => find('#close').click())
  expect(closed).toEqual(['inner'])
})
