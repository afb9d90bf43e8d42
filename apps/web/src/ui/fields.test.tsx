import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Checkbox } from './Checkbox.tsx'
import { Field } from './Field.tsx'
import { Switch } from './Switch.tsx'
import { TextField } from './TextField.tsx'

let root: Root
beforeEach(() => {
  document.body.innerHTML = '<div id="app"></div>'
  root = createRoot(document.querySelector('#app')!)
})
afterEach(() => act(async () => root.unmount()))

const render = (node: ReactNode) => act(async () => root.render(node))
const find = (selector: string) => document.querySelector<HTMLInputElement>(selector)!
/** What screen readers say after the control's name. */
const described = (control: Element) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent)

test('a text field is named by its label and described by its hint, or by its problem in place of that', async () => {
  await render(<TextField label="Name" name="name" required />)
  expect(find('input').labels?.[0]?.textContent).toBe('Name')
  expect(find('input').required).toBe(true)
  expect(find('input').hasAttribute('aria-describedby')).toBe(false)

  await render(<TextField label="Name" hint="At most 50" />)
  expect(described(find('input'))).toEqual(['At most 50'])
  expect(find('input').hasAttribute('aria-invalid')).toBe(false)

  await render(<TextField label="Name" hint="At most 50" problem="Too long" />)
  expect(described(find('input'))).toEqual(['Too long'])
  expect(find('input').getAttribute('aria-invalid')).toBe('true')
  expect(document.body.textContent).not.toContain('At most 50')
})

test('a text field of several lines counts UTF-16 code units, and its problem comes before the count', async () => {
  const count = ({ length, limit }: { length: string; limit: string }) => `${length} of ${limit}`
  await render(
    <TextField
      label="Text"
      rows={3}
      value="雨🌧"
      maxLength={2_000}
      count={count}
      problem="Too sad"
      onChange={() => undefined}
    />,
  )
  expect(find('textarea').getAttribute('rows')).toBe('3')
  expect(described(find('textarea'))).toEqual(['Too sad', '3 of 2,000'])
})

test('the count stands out in the last tenth', async () => {
  const classAt = async (length: number) => {
    await render(
      <TextField
        label="Text"
        value={'x'.repeat(length)}
        maxLength={10}
        count={() => 'count'}
        onChange={() => undefined}
      />,
    )
    return document.getElementById(find('input').getAttribute('aria-describedby')!)?.className
  }
  const first = await classAt(0)
  expect(await classAt(9)).toBe(first)
  expect(await classAt(10)).not.toBe(first)
})

test('a field labels and describes any control', async () => {
  await render(
    <Field label="List" hint="Where marks go">
      {(control) => <select {...control} />}
    </Field>,
  )
  expect(document.querySelector('select')?.labels[0]?.textContent).toBe('List')
  expect(described(find('select'))).toEqual(['Where marks go'])
})

test('a checkbox and a switch are named by label, hint and detail, and say what they become', async () => {
  const handleChange = vi.fn<(isOn: boolean) => void>()
  await render(<Checkbox isRow label="Rain" detail="12 works" isOn={false} onChange={handleChange} />)
  expect(find('input').labels?.[0]?.textContent).toBe('Rain12 works')
  await act(async () => find('input').click())
  expect(handleChange).toHaveBeenLastCalledWith(true)

  await render(<Switch label="Even loudness" hint="Quieter at night" isOn onChange={handleChange} />)
  expect(find('input').labels?.[0]?.textContent).toBe('Even loudnessQuieter at night')
  expect(find('input').checked).toBe(true)
  await act(async () => find('input').click())
  expect(handleChange).toHaveBeenLastCalledWith(false)
})
