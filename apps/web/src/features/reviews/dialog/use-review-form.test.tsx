import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'

import type { Draft } from './drafts.ts'
import type { Marks } from '../marks.ts'
import { useReviewForm } from './use-review-form.ts'

const rain: Marks = { rating: 3, text: 'Rain.', progress: null }
const storm: Marks = { rating: 5, text: 'A storm!', progress: 'listened' }

/** A form that renders again with the stored marks. */
async function aForm(first: Marks, draft?: Draft, isBusy = false) {
  const root = createRoot(document.createElement('div'))
  const forms: ReturnType<typeof useReviewForm>[] = []
  const form = () => forms.at(-1)!
  function Probe({ kept, isBusy }: { kept: Marks; isBusy: boolean }) {
    const drawn = useReviewForm(kept, draft, isBusy)
    forms.push(drawn)
    return null
  }
  const draw = (kept: Marks, isBusy = false) => act(async () => root.render(<Probe kept={kept} isBusy={isBusy} />))
  await draw(first, isBusy)
  return {
    draw,
    now: () => form().fields,
    draft: () => form().draft,
    said: () => form().elsewhere?.kind,
    enter: (change: Partial<Marks>) => act(async () => form().change(change)),
    exchange: () => act(async () => form().elsewhere!.exchange()),
  }
}

test('REV-01 an untouched form shows what another tab has saved', async () => {
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
    // Another change is offered again.
    await form.draw(rain)
    expect(form.said()).toBe('changed')
  }
})

const onRain: Draft = { change: { text: 'Rain, and', rating: 4 }, base: { text: 'Rain.', rating: 3 } }

test('REV-01 a draft is something of one’s own, too; it is called one, and can be given up', async () => {
  const form = await aForm(rain, onRain)
  expect([form.now(), form.said()]).toEqual([{ ...rain, ...onRain.change }, 'draft'])
  await form.draw(storm)
  expect([form.now().text, form.said()]).toEqual(['Rain, and', 'changed'])
  await form.draw(rain)
  await form.exchange()
  expect([form.now(), form.said(), form.draft()]).toEqual([rain, undefined, undefined])
})

test('REV-01 a draft keeps the fields that were entered, and no other', async () => {
  const form = await aForm(rain)
  expect(form.draft()).toBeUndefined()
  await form.enter(onRain.change)
  expect(form.draft()).toEqual(onRain)
  // The progress has changed since, but is not part of the draft.
  const later = await aForm({ ...rain, progress: 'listened' }, onRain)
  expect([later.now().progress, later.said()]).toEqual(['listened', 'draft'])
  // The rating has changed, and differs in the draft.
  expect((await aForm({ ...rain, rating: 1 }, onRain)).said()).toBe('changed')
})

test('REV-01 a form that is opened while its draft is being saved keeps it when that fails', async () => {
  const kept = { ...rain, ...onRain.change }
  for (const [end, said, left] of [
    [rain, 'draft', onRain],
    [kept, undefined, undefined],
  ] as const) {
    const form = await aForm(kept, onRain, true)
    await form.draw(end)
    expect([form.now(), form.said(), form.draft()]).toEqual([kept, said, left])
  }
})

test('REV-01 the form’s own change is none elsewhere: not while it is saved, nor when that fails', async () => {
  const form = await aForm(rain)
  await form.enter(storm)
  await form.draw(storm, true)
  expect([form.now(), form.said()]).toEqual([storm, undefined])
  await form.draw(rain)
  expect([form.now(), form.said()]).toEqual([storm, undefined])
})
