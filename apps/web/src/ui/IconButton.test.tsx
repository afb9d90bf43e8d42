import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { IconButton } from './IconButton.tsx'
import { icon } from './icons/icon.tsx'

const LineIcon = icon('M4 12h16')
const RoundIcon = icon(<circle cx="12" cy="12" r="8" />)

let root: Root
beforeEach(() => {
  document.body.innerHTML = '<div id="app"></div>'
  root = createRoot(document.querySelector('#app')!)
})
afterEach(() => act(async () => root.unmount()))

const render = (node: ReactNode) => act(async () => root.render(node))
const button = () => document.querySelector('button')!

test('an icon button is named by its label, which is its tooltip where there is no other', async () => {
  const handleClick = vi.fn<() => void>()
  await render(
    <IconButton label="Like" className="heart" onClick={handleClick}>
      <LineIcon />
    </IconButton>,
  )
  expect(button().getAttribute('aria-label')).toBe('Like')
  expect(button().title).toBe('Like')
  expect(button().type).toBe('button')
  expect(button().classList).toContain('heart')
  button().click()
  expect(handleClick).toHaveBeenCalledOnce()

  await render(<IconButton label="Like" title="No longer like" />)
  expect(button().getAttribute('aria-label')).toBe('Like')
  expect(button().title).toBe('No longer like')
})

test('an icon is as large as the text unless told, and hidden from screen readers', async () => {
  await render(
    <>
      <LineIcon />
      <RoundIcon size="1.25em" />
    </>,
  )
  const [line, round] = document.querySelectorAll('svg')
  expect(line?.getAttribute('width')).toBe('1em')
  expect(line?.querySelector('path')?.getAttribute('d')).toBe('M4 12h16')
  expect(round?.getAttribute('height')).toBe('1.25em')
  expect(round?.querySelector('circle')).not.toBeNull()
  expect(line?.getAttribute('aria-hidden')).toBe('true')
})
