import { act, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'

import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

import { DialogButton } from './DialogButton.tsx'

test('NAV-39 a button is busy until its dialog has been loaded, or could not be', async () => {
  let chunk = Promise.withResolvers<{ default: ComponentType }>()
  const Later = lazyComponent<object>(
    () => chunk.promise,
    () => <p>missing</p>,
  )
  const place = document.createElement('div')
  const root = createRoot(place, { onCaughtError: () => {} })
  await act(async () =>
    root.render(
      <DialogButton className="" renderDialog={({ attempt, pending }) => <Later attempt={attempt} pending={pending} />}>
        Open
      </DialogButton>,
    ),
  )
  const button = place.querySelector('button')!
  expect(button.hasAttribute('aria-busy')).toBe(false)
  await act(async () => button.click())
  expect(button.getAttribute('aria-busy')).toBe('true')
  await act(async () => chunk.reject(new Error('offline')))
  expect(place.textContent).toBe('Openmissing')
  expect(button.hasAttribute('aria-busy')).toBe(false)

  chunk = Promise.withResolvers()
  await act(async () => button.click())
  expect(button.getAttribute('aria-busy')).toBe('true')
  await act(async () => chunk.resolve({ default: () => <p>dialog</p> }))
  expect(place.textContent).toBe('Opendialog')
  expect(button.hasAttribute('aria-busy')).toBe(false)
  await act(async () => root.unmount())
})
