import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'

import type { Subject } from './drafts.ts'
import { useDraft } from './use-draft.ts'

/** An open form that renders again for another user. */
async function aForm(first: Subject) {
  const root = createRoot(document.createElement('div'))
  const drawn: ReturnType<typeof useDraft>[] = []
  const now = () => drawn.at(-1)!
  function Probe(subject: Subject) {
    const draft = useDraft(subject)
    drawn.push(draft)
    return null
  }
  const draw = (subject: Subject) => act(async () => root.render(<Probe {...subject} />))
  await draw(first)
  return {
    draw,
    text: () => now().detail,
    write: (detail: string) => act(async () => now().change({ detail })),
    drop: () => now().drop(),
    close: () => act(async () => root.unmount()),
  }
}
const textIn = async (subject: Subject) => (await aForm(subject)).text()

test('WRK-07 what a member wrote is not shown to who comes after a logout, and is there after the next login', async () => {
  const akari = { userId: 3, workId: 1_000_007 }
  const form = await aForm(akari)
  await form.write('My own words')
  await form.draw({ ...akari, userId: 0 })
  expect(form.text()).toBe('')
  expect(await textIn({ ...akari, userId: 0 })).toBe('')
  await form.write('Of nobody')
  await form.draw(akari)
  expect(form.text()).toBe('My own words')
  await form.close()
  expect(await textIn(akari)).toBe('My own words')
})

test('WRK-07 what was written about one file is not in the form about the next; what was sent is gone', async () => {
  const file = { userId: 3, workId: 1_000_008, hash: '1000008/1' }
  const form = await aForm(file)
  await form.write('This one crackles')
  expect(await textIn({ ...file, hash: '1000008/2' })).toBe('')
  expect(await textIn({ ...file, hash: undefined })).toBe('')
  form.drop()
  expect(await textIn(file)).toBe('')
})
