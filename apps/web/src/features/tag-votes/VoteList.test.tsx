import '#i18n/on-demand/tag-vote-texts.ts'

import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'

import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'

import { aTag, aWork } from '../../test/a-work.ts'
import { useTagVotes } from './tag-votes.store.ts'
import { VoteList } from './VoteList.tsx'

test('WRK-08 a vote on its way is drawn at once, and a line stays where the last vote for its tag was taken back', async () => {
  const rain = { ...aTag({ id: 1, name: '雨音', english: 'Rain' }), upvote: 1, myVote: 1 as const }
  const tea = { ...aTag({ id: 2, name: 'お茶', english: 'Tea' }), voteStatus: 2 as const }
  const i18n = await createI18n('en')
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const voted: unknown[] = []
  const draw = (tags: Parameters<typeof aWork>[0]) =>
    act(async () =>
      root.render(
        <I18nProvider value={i18n}>
          <VoteList work={aWork(tags)} onVote={(...given) => voted.push(given)} />
        </I18nProvider>,
      ),
    )
  const button = (label: string) => document.querySelector<HTMLElement>(`[aria-label^="${label}"]`)
  await draw({ id: 9, tags: [rain, tea] })
  expect(document.body.textContent).toContain('Voted down: hidden from search')
  await act(async () => button('Rain fits: 1 vote')?.click())
  expect(voted).toMatchObject([[{ id: 1 }, 0, true]])
  await act(async () => useTagVotes.setState({ pending: { 9: [{ tagId: 1, vote: 0 }] } }))
  expect(button('Rain fits: 0 votes')?.getAttribute('aria-pressed')).toBe('false')
  await act(async () => useTagVotes.setState({ pending: {} }))
  await draw({ id: 9, tags: [tea] })
  const lines = [...document.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(lines).toEqual([expect.stringContaining('Removed'), expect.stringContaining('Tea')])
  await act(async () => button('Rain fits: 0 votes')?.click())
  expect(voted.at(-1)).toMatchObject([{ id: 1 }, 1, false])
  await act(async () => root.unmount())
})
