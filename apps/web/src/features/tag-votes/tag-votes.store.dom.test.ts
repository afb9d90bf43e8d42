import type { Tag } from '@otodana/contract'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'

import { useSession } from '#features/accounts/index.ts'
import { createApi } from '#lib/api/api.ts'
import { fromJson } from '#lib/readers.ts'
import { aTag, aWork } from '#test/a-work.ts'

import { addTags, castVote, useTagVotes } from './tag-votes.store.ts'
import { withVotes } from './voted-tags.ts'

type Sent = { url: string; body: unknown; answer: (status: number, body: object) => void }

let sent: Sent[]
let queryClient: QueryClient
/** The test answers each request. */
const api = createApi({
  fetch: (url, init) =>
    new Promise((resolve) => {
      sent.push({
        url: url instanceof Request ? url.url : url.toString(),
        body: fromJson(typeof init?.body === 'string' ? init.body : 'null'),
        answer: (status, body) => resolve(Response.json(body, { status })),
      })
    }),
})
const deps = () => ({ api, queryClient })
const next = async (count: number) => {
  await expect.poll(() => sent.length).toBe(count)
  return sent[count - 1]!
}
const rain: Tag = { ...aTag({ id: 1, name: '雨音' }), upvote: 2, voteRank: 2, voteStatus: 1, myVote: 0 }
const album = { id: 7, title: '雨の夜' }
const shown = (): readonly Tag[] => {
  const { tags } = queryClient.getQueryData<{ tags: Tag[] }>(['personalWork', 7]) ?? { tags: [] }
  return withVotes(tags, useTagVotes.getState().pending[7] ?? [])
}

beforeEach(() => {
  sent = []
  useSession.setState({ token: null })
  queryClient = new QueryClient()
  useTagVotes.setState({ pending: {} })
  const work = aWork({ id: 7, tags: [rain] })
  queryClient.setQueryData(['personalWork', 7], work)
  queryClient.setQueryData(['works', {}], { works: [work, aWork({ id: 8 })], pagination: {} })
})

test('WRK-08 a vote is shown before it is saved; then the server’s tags are, in lists too and in other tabs', async () => {
  localStorage.clear()
  const saving = castVote(deps(), album, rain, 2)
  expect(shown()).toMatchObject([{ upvote: 2, downvote: 1, myVote: 2, voteStatus: 1 }])
  const call = await next(1)
  expect(call).toMatchObject({ url: '/api/vote/vote-work-tag', body: { workID: 7, tagID: 1, status: 2 } })
  expect(localStorage).toHaveLength(0)
  const weak = { ...rain, downvote: 4, voteRank: -2, voteStatus: 2, myVote: 2 }
  call.answer(200, { tags: [weak] })
  await saving
  expect(useTagVotes.getState().pending).toEqual({})
  expect(shown()).toEqual([weak])
  expect(queryClient.getQueryData(['works', {}])).toMatchObject({ works: [{ tags: [weak] }, { id: 8 }] })
  expect(localStorage).toHaveLength(1)
})

test('WRK-08 a vote that could not be saved is rolled back', async () => {
  const saving = castVote(deps(), album, rain, 1)
  expect(shown()).toMatchObject([{ upvote: 3, myVote: 1 }])
  ;(await next(1)).answer(400, { error: 'vote.mustBindEmailFirst' })
  await expect(saving).rejects.toMatchObject({ status: 400, key: 'vote.mustBindEmailFirst' })
  expect(shown()).toEqual([rain])
  expect(useTagVotes.getState().pending).toEqual({})
})

test('WRK-08 votes on a work are sent one after another, and the last one is what is shown', async () => {
  const first = castVote(deps(), album, rain, 1)
  const second = castVote(deps(), album, rain, 0)
  const third = addTags(deps(), album, [aTag({ id: 2, name: '夜' }), aTag({ id: 3, name: '茶' })])
  expect(shown()).toMatchObject([{ upvote: 2, myVote: 0 }])
  ;(await next(1)).answer(500, { error: 'server.failed' })
  await expect(first).rejects.toMatchObject({ status: 500 })
  const undo = await next(2)
  expect(undo.body).toMatchObject({ status: 0 })
  undo.answer(200, { tags: [rain] })
  await second
  const add = await next(3)
  expect(add).toMatchObject({ url: '/api/vote/attach-tags-to-work', body: { workID: 7, tagIDs: [2, 3] } })
  add.answer(200, { tags: [rain, aTag({ id: 2, name: '夜' }), aTag({ id: 3, name: '茶' })] })
  await third
  expect(shown().map(({ id }) => id)).toEqual([1, 2, 3])
})

test('WRK-08 after a logout nothing is voted as the next member, and they see no vote of the former', async () => {
  useSession.setState({ token: 'a' })
  const first = castVote(deps(), album, rain, 1)
  const second = castVote(deps(), album, rain, 2)
  const call = await next(1)
  useSession.setState({ token: 'b' })
  call.answer(200, { tags: [{ ...rain, upvote: 3, myVote: 1 }] })
  await first
  await expect(second).rejects.toMatchObject({ status: 401 })
  expect(sent).toHaveLength(1)
  expect(shown()).toEqual([rain])
})
