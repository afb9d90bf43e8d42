import { expect, test } from 'vitest'

import { holdFocus } from './hold-focus.ts'

test('VID-07 A11Y-01 the focus stays in what fills the screen, and goes back to where it was', () => {
  document.body.innerHTML = `
    <header><button id="outside">Menu</button></header>
    <dialog open>
      <button id="play">Play</button>
      <section inert><button>Queue</button></section>
      <div><div id="frame" tabindex="-1"><button id="inside">Leave</button></div><p></p></div>
    </dialog>`
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
  const inert = () => [...document.querySelectorAll('[inert]')].map(({ id, localName }) => id || localName)
  find('#play').focus()
  const release = holdFocus(find('#frame'))
  expect(document.activeElement).toBe(find('#frame'))
  expect(inert()).toEqual(['play', 'section', 'p'])
  find('#inside').focus()
  release()
  expect(document.activeElement).toBe(find('#play'))
  expect(inert()).toEqual(['section'])

  find('#inside').focus()
  holdFocus(find('#frame'))()
  expect(document.activeElement).toBe(find('#inside'))
})
