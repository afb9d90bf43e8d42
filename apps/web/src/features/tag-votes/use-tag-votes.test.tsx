import '#i18n/on-demand/deferred-texts.ts'

import { QueryClient } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useSession } from '#features/accounts/index.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { createApi } from '#lib/api/api.ts'
import { aTag } from '#test/a-work.ts'
import { useToasts } from '#ui/toast.ts'

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

const album = { id: 7, title: '雨の夜' }
const rain = aTag({ id: 1, name: '雨音' })

function Voter({ receivesMail, onDraw }: { receivesMail: boolean; onDraw: (voting: TagVoting) => void }) {
  const now = useTagVoting(album, receivesMail)
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
  useToasts.setState({ toasts: [] })
  root = createRoot(document.body)
  await draw()
})

afterEach(() => act(async () => root.unmount()))

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
const me = (user: object) => Response.json({ user, access: 'public', auth: true })
const vote = () => act(async () => voting.vote(rain, 1, true))
const session = (state: Partial<ReturnType<typeof useSession.getState>>) => act(async () => useSession.setState(state))
const shownToasts = () => useToasts.getState().toasts.map(({ text }) => text)

test('WRK-08 a missing address is reported in the dialog, and by a toast where it has been closed', async () => {
  await vote()
  await act(async () => answers[0]!(refused()))
  await expect.poll(() => voting.refusal?.error.key).toBe('vote.mustBindEmailFirst')
  expect(shownToasts()).toEqual([])
  await vote()
  await act(async () => root.unmount())
  answers[1]!(refused())
  await expect.poll(shownToasts).toEqual([expect.stringContaining('Your vote was not saved.')])
})

test('WRK-08 a visitor who may not vote learns so before the rules, and the vote is rolled back', async () => {
  useTagRules.setState({ isConfirmed: false })
  await session({ user: { ...akari, group: 'guest' } })
  await vote()
  expect(voting).toMatchObject({ refusal: { error: { key: 'guest.cannot' }, attempt: 1 }, waiting: null })
  await session({ user: akari })
  await draw(true)
  await vote()
  await act(async () => answers[0]!(me(akari)))
  await expect.poll(() => voting.refusal).toMatchObject({ error: { key: 'vote.mustBindEmailFirst' }, attempt: 2 })
  expect(voting.waiting).toBeNull()
  await act(async () => voting.vote(rain, 0, true))
  expect(voting.waiting).not.toBeNull()
  expect(voting.refusal).toBeNull()
  await draw()
  const onAllowed = vi.fn<() => void>()
  await act(async () => voting.beginAdding(onAllowed))
  expect(onAllowed).toHaveBeenCalledOnce()
  expect([answers.length, shownToasts()]).toEqual([1, []])
})

test('WRK-08 who has linked an address on another device meanwhile is asked after, and not refused', async () => {
  await session({ user: akari })
  await draw(true)
  await vote()
  await act(async () => answers[0]!(me({ ...akari, email: 'akari@example.org' })))
  await expect.poll(() => answers.length).toBe(2)
  expect([voting.refusal, useSession.getState().user?.email]).toEqual([null, 'akari@example.org'])
  await act(async () => answers[1]!(Response.json({ tags: [] })))
})

test('WRK-08 when the permission cannot be asked for, the known answer is shown, by a toast once the dialog is closed', async () => {
  await session({ user: akari })
  await draw(true)
  await vote()
  await act(async () => answers[0]!(Response.json({ error: 'server.unexpected' }, { status: 500 })))
  await expect.poll(() => voting.refusal?.error.key).toBe('vote.mustBindEmailFirst')
  await vote()
  await act(async () => root.unmount())
  answers[1]!(me(akari))
  await expect.poll(shownToasts).toEqual([expect.stringContaining('Your vote was not saved.')])
})

test('WRK-08 the server’s answer to a guest is shown in the dialog, each time', async () => {
  for (const attempt of [1, 2]) {
    await vote()
    expect(voting.refusal).toBeNull()
    await act(async () => answers[attempt - 1]!(Response.json({ error: 'guest.cannot' }, { status: 403 })))
    await expect.poll(() => voting.refusal?.error.key).toBe('guest.cannot')
  }
  expect(shownToasts()).toEqual([])
})

test('WRK-08 tags chosen while the address is asked after are added once', async () => {
  await session({ user: akari })
  await draw(true)
  await act(async () => {
    voting.add([rain], () => {})
    voting.add([rain], () => {})
  })
  const linked = { ...akari, email: 'akari@example.org' }
  await act(async () => answers.splice(0).forEach((answer) => answer(me(linked))))
  await expect.poll(() => [voting.isAdding, answers.length]).toEqual([true, 1])
  await act(async () => answers[0]!(Response.json({ tags: [] })))
  await vi.waitUntil(() => !voting.isAdding)
})

test('WRK-08 tags that are on their way are not added a second time', async () => {
  const onDone = vi.fn<() => void>()
  await act(async () => voting.add([rain], onDone))
  await act(async () => voting.add([rain], onDone))
  expect([voting.isAdding, answers.length]).toEqual([true, 1])
  await act(async () => answers[0]!(Response.json({ tags: [] })))
  await vi.waitUntil(() => !voting.isAdding)
  expect(onDone).toHaveBeenCalledOnce()
})
