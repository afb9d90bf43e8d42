import '#i18n/on-demand/tag-vote-texts.ts'

import type { Tag, TagVote, User, Work } from '@otodana/contract'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { apiSession, isMember, refreshUser, useSession, useUser } from '#features/accounts/index.ts'
import { queuedText } from '#features/outbox/index.ts'
import { toast } from '#ui/toast.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api/api.ts'

import { useTagRules } from './rules.store.ts'
import { addTags, castVote } from './tag-votes.store.ts'

type NamedTag = Pick<Tag, 'id' | 'name'>

const ADDRESS_NEEDED = 'vote.mustBindEmailFirst'
const MEMBERS_ONLY = 'guest.cannot'

/** Why the visitor may not vote, with the number of the refused attempt. */
export type Refusal = { error: ApiError; attempt: number; voter: string }

/** Changes with everything that permission depends on: the account and its address. */
const voterOf = (user: User | null) => `${user?.id} ${user?.email}`

export type TagVoting = ReturnType<typeof useTagVoting>

/**
 * Actions on a work's tags, once the visitor is known and has confirmed the rules.
 *
 * @param receivesMail  whether the server receives mail: then voting requires a linked address
 */
export function useTagVoting(work: Pick<Work, 'id' | 'title'>, receivesMail: boolean) {
  const { api, queryClient } = useRouter().options.context
  const speech = useSpeech()
  const t = speech.texts('tag-votes')
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isAdding, setAdding] = useState(false)
  const user = useUser()
  const isOnTheWay = useRef(false)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])

  function refuse(error: ApiError): void {
    const { user } = useSession.getState()
    setRefusal((before) => ({ error, attempt: (before?.attempt ?? 0) + 1, voter: voterOf(user) }))
  }

  /**
   * Checks permission as the server would, before the visitor reads rules or chooses tags in vain.
   *
   * @param what  describes the refused action
   */
  async function whenAllowed(isTakenBack: boolean, what: string, act: () => void): Promise<void> {
    const lacksAddress = () => receivesMail && !isTakenBack && useSession.getState().user?.email === null
    const { token, user } = useSession.getState()
    if (token === null) return apiSession.onRefused(new ApiError(401, 'No authorization token was found', ''), null)
    if (user !== null && !isMember(user)) return refuse(new ApiError(403, MEMBERS_ONLY, ''))
    // It may have been linked on another device.
    if (lacksAddress()) await refreshUser(api)
    if (lacksAddress()) return fail(new ApiError(400, ADDRESS_NEEDED, ''), what)
    setRefusal(null)
    act()
  }

  function whenRulesAreKnown(act: () => void): void {
    if (useTagRules.getState().isConfirmed) act()
    else setWaiting(() => act)
  }

  function fail(error: unknown, what: string): void {
    const isRefusal = error instanceof ApiError && (error.key === ADDRESS_NEEDED || error.key === MEMBERS_ONLY)
    // Not visible if the dialog was closed meanwhile.
    if (isRefusal && isShown.current) refuse(error)
    else toastFailure(error, speech, what)
  }

  async function add(tags: readonly NamedTag[], onDone: () => void): Promise<void> {
    // A second press while permission is being checked.
    if (isOnTheWay.current) return
    isOnTheWay.current = true
    setAdding(true)
    try {
      const isStored = await addTags({ api, queryClient }, work, tags)
      onDone()
      toast(isStored ? t('add.done', { count: tags.length }) : queuedText(speech))
    } catch (error) {
      fail(error, t('notAdded'))
    } finally {
      isOnTheWay.current = false
      setAdding(false)
    }
  }

  return {
    /** The action waiting for the rules to be confirmed. */
    waiting,
    forgetWaiting: () => setWaiting(null),
    /** New for each refused attempt; null once something is allowed. */
    refusal: refusal?.voter === voterOf(user) ? refusal : null,
    /** Whether tags are being added, which are shown only afterwards. */
    isAdding,
    vote(tag: Tag, vote: TagVote, isOnWork: boolean) {
      void whenAllowed(vote === 0, t('notVoted'), () =>
        whenRulesAreKnown(() => {
          const deps = { api, queryClient }
          const done = isOnWork ? castVote(deps, work, tag, vote) : addTags(deps, work, [tag])
          done.then(
            (isStored) => isStored || toast(queuedText(speech)),
            (error: unknown) => fail(error, t('notVoted')),
          )
        }),
      )
    },
    /** @param onAllowed  called if the visitor may add tags; otherwise the reason is shown */
    beginAdding: (onAllowed: () => void) => void whenAllowed(false, t('notAdded'), onAllowed),
    /** @param onDone  called when the work has them, or will have them */
    add(tags: readonly NamedTag[], onDone: () => void) {
      void whenAllowed(false, t('notAdded'), () => whenRulesAreKnown(() => void add(tags, onDone)))
    },
  }
}
