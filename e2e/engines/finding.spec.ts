import type { CountedTag } from '@otodana/contract'
import { special } from '@otodana/keyword'

import { expect, test } from './fixtures.ts'

const terms = 'header [aria-label="Search terms"] li'

test('ENG-02 suggestions, terms as chips, and the way back', async ({ visit, request }) => {
  const tags = (await (await request.get('/api/tags/')).json()) as CountedTag[]
  const { name } = tags.toSorted((a, b) => b.count - a.count)[0]!
  await visit.open('/works')
  await visit.type({ role: 'searchbox combobox', name: 'Search the library', within: 'header' }, name)
  // Works come after the names, and above them.
  await visit.expectShown({ role: 'group', name: 'Works', within: '[role=listbox]' })
  await visit.click({
    role: 'option',
    name: new RegExp(`^${RegExp.escape(name)}`),
    within: '[role=group][aria-label=Tag]',
  })
  await expect.poll(() => visit.texts(terms)).toHaveLength(1)
  await visit.press('Enter')
  await expect.poll(() => visit.address()).toContain(encodeURIComponent(special('tag', name)))
  await visit.expectText('h1', name)

  await visit.tab.type('rain ')
  await visit.press('Enter')
  await expect.poll(() => visit.texts(terms)).toHaveLength(2)
  await visit.goBack()
  await expect.poll(() => visit.texts(terms)).toHaveLength(1)
})
