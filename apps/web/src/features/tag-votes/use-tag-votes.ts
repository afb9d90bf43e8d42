import '#i18n/tag-vote-texts.ts'

import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { caller, isMember, useSession } from '#features/accounts/index.ts'
import { sayFailure } from '#i18n/say-failure.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api.ts'

import { useTagRules } from './rules.store.ts'
import { addTags, castVote } from './tag-votes.store.ts'
import type { VoteChange } from './voted-tags.ts'

const ADDRESS_NEEDED = 'vote.mustBindEmailFirst'

export type TagVoting = ReturnType<typeof useTagVoting>

/**
 * What can be done about a work's tags, once it is known who does it and that they know the rules.
 *
 * @param receivesMail  whether the server is known to receive mail: then a vote needs a linked address
 */
export function useTagVoting(workId: number, receivesMail: boolean) {
  const { api, queryClient } = useRouter().options.context
  const speech = useSpeech()
  const t = speech.texts('tag-votes')
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [isAdding, setAdding] = useState(false)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])

  /** As the server would answer, but before rules are read or tags chosen for nothing. */
  function isAllowed(isTakenBack: boolean): boolean {
    const { token, user } = useSession.getState()
    if (token === null) caller.onRefused(new ApiError(401, 'No authorization token was found', ''), null)
    else if (user !== null && !isMember(user)) setRefusal(new ApiError(403, 'guest.cannot', ''))
    else if (receivesMail && user?.email === null && !isTakenBack) setRefusal(new ApiError(400, ADDRESS_NEEDED, ''))
    else return true
    return false
  }

  function whenRulesAreKnown(act: () => void): void {
    if (useTagRules.getState().isConfirmed) act()
    else setWaiting(() => act)
  }

  function fail(error: unknown, what: string): void {
    // Where the dialog has been closed meanwhile, nobody would see it there.
    if (error instanceof ApiError && error.key === ADDRESS_NEEDED && isShown.current) setRefusal(error)
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
    /** Why the visitor may not vote, after they have tried to; another one after each time. */
    refusal,
    /** Whether tags are on their way that are to be added: they are not shown before they are there. */
    isAdding,
    vote(change: VoteChange, isOnWork: boolean) {
      if (!isAllowed(change.vote === 0)) return
      whenRulesAreKnown(() => {
        const deps = { api, queryClient }
        const done = isOnWork ? castVote(deps, workId, change) : addTags(deps, workId, [change.tagId])
        done.catch((error: unknown) => fail(error, t('notVoted')))
      })
    },
    /** @returns whether the visitor may add tags; where not, why is told */
    mayAdd: () => isAllowed(false),
    /** @param onDone  called when the work has them */
    add(tagIds: readonly number[], onDone: () => void) {
      if (!isAdding && isAllowed(false)) whenRulesAreKnown(() => void add(tagIds, onDone))
    },
  }
}
