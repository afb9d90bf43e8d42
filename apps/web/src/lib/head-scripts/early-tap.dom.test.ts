import { afterEach, expect, test } from 'vitest'

import { earlyTapScript } from './early-tap.ts'

afterEach(() => {
  window.otodanaEarlyTaps?.stop()
  delete window.otodanaEarlyTaps
})

test('WRK-18 an early tap on a button is kept, and a form is submitted as without JavaScript', () => {
  document.body.innerHTML = `<article data-early-taps="">
    <button id="play" type="button"><svg></svg></button>
    <form><input name="keyword"><button id="submit" type="submit"></button></form>
  </article>
  <button id="other" data-early-tap="" type="button"></button>
  <button id="outside" type="button"></button>`
  window.eval(earlyTapScript)
  const submitted: Event[] = []
  document.querySelector('form')!.addEventListener('submit', (event) => {
    event.preventDefault()
    submitted.push(event)
  })
  const click = (selector: string) =>
    document.querySelector(selector)!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))

  // Enter in a field fires a click on the form's submit button.
  click('#submit')
  expect(submitted).toHaveLength(1)
  expect(window.otodanaEarlyTaps?.element).toBeNull()

  expect(click('#outside')).toBe(true)
  expect(window.otodanaEarlyTaps?.element).toBeNull()

  expect(click('#play svg')).toBe(false)
  expect(window.otodanaEarlyTaps?.element?.id).toBe('play')
  // The last one counts, and shows that it was taken.
  const busy = () => [...document.querySelectorAll('[aria-busy=true]')].map(({ id }) => id)
  expect(busy()).toEqual(['play'])
  click('#other')
  expect(busy()).toEqual(['other'])
  window.otodanaEarlyTaps?.stop()
  expect(busy()).toEqual([])
})
