import type { Work } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { queuedText, UnsentMark, useWaitingMembership } from '#features/outbox/index.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { isMissing, isUnanswered } from '#lib/api/api.ts'
import { BookmarkIcon } from '#ui/icons/deferred-icons.ts'
import { toast } from '#ui/toast.ts'

import { checkMarkTarget, useMarkTarget } from './mark-target.ts'
import { setMembership } from './memberships.ts'
import { playlistName } from '../playlist-texts.ts'

const SHOWN_MS = 500

/** Adds a work to the target playlist of this device's quick marks, or removes it. */
export function QuickMarkButton({ work, className }: { work: Work; className: string | undefined }) {
  const speech = useSpeech()
  const t = speech.texts('playlists')
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const { target, error } = useMarkTarget()
  const waiting = useWaitingMembership(target?.id, work.id)
  const isIn = target ? (waiting ?? work.playlistStatus?.[target.id] ?? false) : false
  const name = target ? playlistName(target, t) : ''

  async function handleClick() {
    if (!target) {
      if (isUnanswered(error)) toast(t('mark.unknown'))
      else if (error) toastFailure(error, speech)
      return
    }
    const change = setMembership({ api, queryClient }, { work, playlist: { id: target.id, name }, isIn: !isIn })
    toast(isIn ? t('mark.removed', { name }) : t('mark.added', { name }), SHOWN_MS)
    try {
      if (!(await change)) toast(queuedText(speech))
    } catch (failure) {
      toastFailure(failure, speech)
      if (isMissing(failure)) checkMarkTarget({ queryClient })
    }
  }

  const label = target ? t('mark.on', { name }) : t('mark.unnamed')
  return (
    <button
      type="button"
      className={className}
      tabIndex={-1}
      aria-label={`${label}: ${work.title}`}
      title={isIn ? t('mark.off', { name }) : label}
      aria-pressed={isIn}
      aria-disabled={!target}
      onClick={() => void handleClick()}
    >
      <BookmarkIcon size="1.25em" />
      <UnsentMark isSmall isShown={waiting !== undefined} />
    </button>
  )
}
