import '#i18n/on-demand/account-texts.ts'
import '#i18n/on-demand/tag-vote-texts.ts'

import type { Work } from '@otodana/contract'
import { useEffect, useRef, useState } from 'react'

import { openAccount, useServerFacts } from '#features/accounts/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { ApiError } from '#lib/api/api.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { PlusIcon } from '#ui/icons/deferred-icons.ts'

import { AddTags } from './AddTags.tsx'
import { useTagRules } from './rules.store.ts'
import { TagRulesDialog } from './TagRulesDialog.tsx'
import css from './TagsDialog.module.css'
import { useTagVoting } from './use-tag-votes.ts'
import { VoteList } from './VoteList.tsx'

/** Votes on a work's tags, and adds others. */
export default function TagsDialog({ work, onClose }: { work: Work; onClose: () => void }) {
  const { t } = useTranslation('tag-votes')
  const [isAdding, setAdding] = useState(false)
  const voting = useTagVoting(work, useServerFacts()?.mail === true)
  return (
    <>
      <Dialog title={isAdding ? t('add.title') : t('title')} onClose={onClose}>
        <p className={css.work} lang={langOfText(work.title)}>
          {shownName(work.title)}
        </p>
        {voting.refusal ? (
          // Each refusal is announced, even with the same text.
          <Refused key={voting.refusal.attempt} error={voting.refusal.error} />
        ) : null}
        {isAdding ? (
          <AddTags
            work={work}
            isBusy={voting.isAdding}
            onAdd={(tags) => voting.add(tags, () => setAdding(false))}
            onBack={() => setAdding(false)}
          />
        ) : (
          <>
            <VoteList work={work} onVote={voting.vote} />
            <button type="button" className={controls.button} onClick={() => voting.beginAdding(() => setAdding(true))}>
              <PlusIcon size="1.25em" />
              {t('add.open')}
            </button>
          </>
        )}
      </Dialog>
      {voting.waiting === null ? null : (
        <TagRulesDialog
          onConfirm={() => {
            useTagRules.setState({ isConfirmed: true })
            voting.waiting?.()
          }}
          onClose={voting.forgetWaiting}
        />
      )}
    </>
  )
}

/** Why the visitor may not vote, with a link to fix it. */
function Refused({ error }: { error: ApiError }) {
  const { t } = useTranslation('tag-votes')
  const { t: accounts } = useTranslation('accounts')
  const ref = useRef<HTMLDivElement>(null)
  const isGuest = error.key === 'guest.cannot'
  // It is above a long list, so it may be out of view.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={ref} className={`${forms.failure} ${css.refusal}`} role="alert">
      <p>{useErrorText(error)}</p>
      <button
        type="button"
        className={controls.button}
        aria-haspopup="dialog"
        onClick={() => openAccount(isGuest ? 'logIn' : 'email')}
      >
        {isGuest ? accounts('tip.action') : t('linkEmail')}
      </button>
    </div>
  )
}
