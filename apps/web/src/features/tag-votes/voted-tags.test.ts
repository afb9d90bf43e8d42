import type { Tag, TagVote } from '@otodana/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aTag, aWork } from '../../test/a-work.ts'
import { nextLines, withTags, withVotes } from './voted-tags.ts'

const rain: Tag = { ...aTag({ id: 1, name: '雨音' }), upvote: 3, downvote: 1, voteRank: 2, myVote: 1 }
const tea: Tag = aTag({ id: 2, name: 'お茶' })

test('WRK-08 a vote moves its own number, and takes the one before along', () => {
  expect(withVotes([rain, tea], [{ tagId: 1, vote: 2 }])).toEqual([
    { ...rain, upvote: 2, downvote: 2, voteRank: 0, myVote: 2 },
    tea,
  ])
  expect(withVotes([rain], [{ tagId: 1, vote: 0 }])).toEqual([{ ...rain, upvote: 2, voteRank: 1, myVote: 0 }])
  expect(withVotes([tea], [{ tagId: 2, vote: 1 }])).toEqual([{ ...tea, upvote: 1, voteRank: 1, myVote: 1 }])
})

test('WRK-08 whatever is voted on the way, the numbers are those of the last vote', () => {
  const aVote = fc.constantFrom<TagVote[]>(0, 1, 2)
  fc.assert(
    fc.property(fc.array(aVote, { minLength: 1 }), (votes) => {
      const changes = votes.map((vote) => ({ tagId: 1, vote }))
      expect(withVotes([rain], changes)).toEqual(withVotes([rain], changes.slice(-1)))
    }),
  )
})

test('WRK-08 a work has its tags wherever it is shown, and other works keep theirs', () => {
  const work = aWork({ id: 5 })
  const other = aWork({ id: 6 })
  expect(withTags(work, 5, [rain])).toEqual({ ...work, tags: [rain] })
  const page = { works: [other, work], pagination: {} }
  expect(withTags(page, 5, [rain])).toEqual({ ...page, works: [other, { ...work, tags: [rain] }] })
  for (const answer of [other, { works: [other] }, null, 'x', [work]]) expect(withTags(answer, 5, [rain])).toBe(answer)
})

test('WRK-08 lines stay where they are: what is gone can be voted for again, what comes stands behind', () => {
  const first = nextLines([], [rain, tea])
  expect(first).toEqual([
    { tag: rain, isOnWork: true },
    { tag: tea, isOnWork: true },
  ])
  const gone = nextLines(first, [tea])
  expect(gone.map(({ tag, isOnWork }) => [tag.id, tag.upvote, tag.myVote, isOnWork])).toEqual([
    [1, 0, 0, false],
    [2, 0, undefined, true],
  ])
  const night = aTag({ id: 3, name: '夜' })
  expect(nextLines(gone, [tea, night, rain])).toEqual([
    { tag: rain, isOnWork: true },
    { tag: tea, isOnWork: true },
    { tag: night, isOnWork: true },
  ])
})
