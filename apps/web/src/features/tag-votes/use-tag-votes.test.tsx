import '#i18n/later-texts.ts'

import { QueryClient } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'

import { useSession } from '#features/accounts/index.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { createApi } from '#lib/api.ts'
import { useSaid } from '#lib/say.ts'

import { useTagRules } from './rules.store.ts'
import { type TagVoting, useTagVoting } from './use-tag-votes.ts'

const akari = { id: 2, loggedIn: true, name: 'akari', group: 'user', email: null, recommenderUuid: 'x' } as const

const answers: ((answer: Response) => void)[] = []
const context = vi.hoisted((): { api?: unknown; queryClient?: unknown } => ({}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ options: { context } }),
}))

let voting: TagVoting
let root: ReturnType<typeof createRoot>

function Voter({ receivesMail, onDraw }: { receivesMail: boolean; onDraw: (voting: TagVoting) => void }) {
  const now = useTagVoting(7, receivesMail)
  useEffect(() => {
    onDraw(now)
  })
  return null
}

beforeEach(async () => {
  answers.length = 0
  context.api = createApi({ fetch: () => new Promise((resolve) => answers.push(resolve)) })
  context.queryClient = new QueryClient()
  useSession.setState({ token: 'a', user: null })
  useTagRules.setState({ isConfirmed: true })
  useSaid.setState({ said: [] })
  root = createRoot(document.body)
  await draw()
})

async function draw(receivesMail = false): Promise<void> {
  const i18n = await createI18n('en')
  await act(async () =>
    root.render(
      <I18nProvider value={i18n}>
        <Voter receivesMail={receivesMail} onDraw={(now) => (voting = now)} />
      </I18nProvider>,
    ),
  )
}

const refused = () => Response.json({ error: 'vote.mustBindEmailFirst' }, { status: 400 })
const vote = () => act(async () => voting.vote({ tagId: 1, vote: 1 }, true))
const saidOnes = () => useSaid.getState().said.map(({ text }) => text)

test('WRK-08 that an address is needed is told in the dialog, and in passing where it has been closed', async () => {
  await vote()
  await act(async () => answers[0]!(refused()))
  await expect.poll(() => voting.refusal?.key).toBe('vote.mustBindEmailFirst')
  expect(saidOnes()).toEqual([])
  await vote()
  await act(async () => root.unmount())
  answers[1]!(refused())
  await expect.poll(saidOnes).toEqual([expect.stringContaining('Your vote was not saved.')])
})

test('WRK-08 who may not vote is told so before the rules, and takes back what was voted', async () => {
  useTagRules.setState({ isConfirmed: false })
  useSession.setState({ user: { ...akari, group: 'guest' } })
  await vote()
  expect(voting).toMatchObject({ refusal: { key: 'guest.cannot' }, waiting: null })
  useSession.setState({ user: akari })
  await draw(true)
  await vote()
  expect(voting).toMatchObject({ refusal: { key: 'vote.mustBindEmailFirst' }, waiting: null })
  await act(async () => voting.vote({ tagId: 1, vote: 0 }, true))
  expect(voting.waiting).not.toBeNull()
  await draw()
  expect(voting.mayAdd()).toBe(true)
  expect([answers.length, saidOnes()]).toEqual([0, []])
})

test('WRK-08 tags that are on their way are not added a second time', async () => {
  const onDone = vi.fn<() => void>()
  await act(async () => voting.add([2], onDone))
  await act(async () => voting.add([2], onDone))
  expect([voting.isAdding, answers.length]).toEqual([true, 1])
  await act(async () => answers[0]!(Response.json({ tags: [] })))
  await vi.waitUntil(() => !voting.isAdding)
  expect(onDone).toHaveBeenCalledOnce()
})
