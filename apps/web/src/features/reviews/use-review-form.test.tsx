import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'

import type { Marks } from './marks.ts'
import { useReviewForm } from './use-review-form.ts'

const rain: Marks = { rating: 3, text: 'Rain.', progress: null }
const storm: Marks = { rating: 5, text: 'A storm!', progress: 'listened' }

/** A form, which is drawn anew with what is kept by now. */
async function aForm(first: Marks, draft?: string) {
  const root = createRoot(document.createElement('div'))
  const forms: ReturnType<typeof useReviewForm>[] = []
  const form = () => forms.at(-1)!
  function Probe({ kept, isBusy }: { kept: Marks; isBusy: boolean }) {
    const drawn = useReviewForm(kept, draft, isBusy)
    forms.push(drawn)
    return null
  }
  const draw = (kept: Marks, isBusy = false) => act(async () => root.render(<Probe kept={kept} isBusy={isBusy} />))
  await draw(first)
  return {
    draw,
    now: () => form().fields,
    said: () => form().elsewhere?.kind,
    enter: (change: Partial<Marks>) => act(async () => form().change(change)),
    exchange: () => act(async () => form().elsewhere!.exchange()),
  }
}

test('REV-01 a form that nobody has touched shows what another tab has saved', async () => {
  const form = await aForm(rain)
  await form.draw(storm)
  expect([form.now(), form.said()]).toEqual([storm, undefined])
})

test('REV-01 what was entered is not lost to a change elsewhere, which is offered and can be given back', async () => {
  for (const entered of [{ text: 'Rain, and' }, { rating: 4 }, { progress: 'listening' }] as const) {
    const form = await aForm(rain)
    await form.enter(entered)
    expect(form.said()).toBeUndefined()
    await form.draw(storm)
    expect([form.now(), form.said()]).toEqual([{ ...rain, ...entered }, 'changed'])
    await form.exchange()
    expect([form.now(), form.said()]).toEqual([storm, 'loaded'])
    await form.exchange()
    expect([form.now(), form.said()]).toEqual([{ ...rain, ...entered }, undefined])
    // Another change is told of again.
    await form.draw(rain)
    expect(form.said()).toBe('changed')
  }
})

test('REV-01 a draft is something of one’s own, too', async () => {
  const form = await aForm(rain, 'Rain, and')
  expect(form.said()).toBeUndefined()
  await form.draw(storm)
  expect([form.now().text, form.said()]).toEqual(['Rain, and', 'changed'])
})

test('REV-01 the form’s own change is none elsewhere: not while it is saved, nor when that fails', async () => {
  const form = await aForm(rain)
  await form.enter(storm)
  await form.draw(storm, true)
  expect([form.now(), form.said()]).toEqual([storm, undefined])
  await form.draw(rain)
  expect([form.now(), form.said()]).toEqual([storm, undefined])
})
