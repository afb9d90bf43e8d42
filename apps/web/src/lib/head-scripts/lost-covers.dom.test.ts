import { expect, test } from 'vitest'

import { followLostCovers } from './lost-covers.ts'

test('CRD-01 a cover that cannot be loaded is marked, also one that failed before, until it is there', () => {
  document.body.innerHTML =
    '<img id="early" src="/api/cover/1.jpg?type=main"><img id="late" src="/api/cover/2.jpg"><img id="other" src="/x.png">'
  const image = (id: string) => document.querySelector<HTMLImageElement>(`#${id}`)!
  Object.defineProperty(image('early'), 'complete', { value: true })
  for (const id of ['late', 'other']) Object.defineProperty(image(id), 'complete', { value: false })
  followLostCovers()
  const lost = () => [...document.querySelectorAll('[data-lost]')].map(({ id }) => id)
  expect(lost()).toEqual(['early'])
  for (const id of ['late', 'other']) image(id).dispatchEvent(new Event('error'))
  expect(lost()).toEqual(['early', 'late'])

  image('early').dispatchEvent(new Event('load'))
  expect(lost()).toEqual(['late'])
})
