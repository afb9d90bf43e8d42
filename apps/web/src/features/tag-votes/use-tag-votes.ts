import '#i18n/tag-vote-texts.ts'

import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { caller, useSession } from '#features/accounts/index.ts'
import { sayFailure } from '#i18n/say-failure.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api.ts'

import { useTagRules } from './rules.store.ts'
import { addTags, castVote } from './tag-votes.store.ts'
import type { VoteChange } from './voted-tags.ts'

export type TagVoting = ReturnType<typeof useTagVoting>

/** What can be done about a work's tags, once it is known who does it and that they know the rules. */
export function useTagVoting(workId: number) {
  const { api, queryClient } = useRouter().options.context
  const speech = useSpeech()
  const t = speech.texts('tag-votes')
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const [needsEmail, setNeedsEmail] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])

  function whenAllowed(act: () => void): void {
    const { token, user } = useSession.getState()
    if (token === null) caller.onRefused(new ApiError(401, 'No authorization token was found', ''), null)
    else if (user?.group === 'guest') sayFailure(new ApiError(403, 'guest.cannot', ''), speech)
    else if (useTagRules.getState().isConfirmed) act()
    else setWaiting(() => act)
  }

  function fail(error: unknown, what: string): void {
    const isRefused = error instanceof ApiError && error.key === 'vote.mustBindEmailFirst'
    // Where the dialog has been closed meanwhile, nobody would see it there.
    if (isRefused && isShown.current) setNeedsEmail(true)
    else sayFailure(error, speech, what)
  }

  async function add(tagIds: readonly number[], onDone: () => void): Promise<void> {
    setAdding(true)
    try {
      await addTags({ api, queryClient }, workId, tagIds)
      onDone()
    } catch (error) {
      fail(error, t('notAdded'))
    } finally {
      setAdding(false)
    }
  }

  return {
    /** What waits for the rules to be confirmed. */
    waiting,
    forgetWaiting: () => setWaiting(null),
    needsEmail,
    /** Whether tags are on their way that are to be added: they are not shown before they are there. */
    isAdding,
    vote: (change: VoteChange, isOnWork: boolean) =>
      whenAllowed(() => {
        const deps = { api, queryClient }
        const done = isOnWork ? castVote(deps, workId, change) : addTags(deps, workId, [change.tagId])
        done.catch((error: unknown) => fail(error, t('notVoted')))
      }),
    /** @param onDone  called when the work has them */
    add: (tagIds: readonly number[], onDone: () => void) =>
      isAdding ? undefined : whenAllowed(() => void add(tagIds, onDone)),
  }
}
