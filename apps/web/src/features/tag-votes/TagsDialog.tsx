import '#i18n/account-texts.ts'
import '#i18n/tag-vote-texts.ts'

import type { Work } from '@otodana/contract'
import { useState } from 'react'

import { ModalCard, openAccount } from '#features/accounts/index.ts'
import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api.ts'
import { say } from '#lib/say.ts'
import { shownName } from '#lib/shown-name.ts'
import controls from '#ui/controls.module.css'
import formText from '#ui/form-text.module.css'
import { Drawing } from '#ui/Icon.tsx'

import { AddTags } from './AddTags.tsx'
import { useTagRules } from './rules.store.ts'
import { TagRulesDialog } from './TagRulesDialog.tsx'
import css from './TagsDialog.module.css'
import { useTagVoting } from './use-tag-votes.ts'
import { VoteList } from './VoteList.tsx'

const PLUS = 'M12 5v14M5 12h14'

/** What members think of a work's tags, and which others it should have. */
export default function TagsDialog({ work, onClose }: { work: Work; onClose: () => void }) {
  const { t } = useTranslation('tag-votes')
  const [isAdding, setAdding] = useState(false)
  const voting = useTagVoting(work.id)
  return (
    <>
      <ModalCard title={isAdding ? t('add.title') : t('title')} place="middle" onClose={onClose}>
        <p className={css.work}>{shownName(work.title)}</p>
        {voting.needsEmail ? (
          <EmailNeeded
            onLink={() => {
              onClose()
              openAccount('email')
            }}
          />
        ) : null}
        {isAdding ? (
          <AddTags
            work={work}
            isBusy={voting.isAdding}
            onAdd={(tagIds) =>
              voting.add(tagIds, () => {
                setAdding(false)
                say(t('add.done', { count: tagIds.length }))
              })
            }
            onBack={() => setAdding(false)}
          />
        ) : (
          <>
            <VoteList work={work} onVote={voting.vote} />
            <button type="button" className={controls.button} onClick={() => setAdding(true)}>
              <Drawing path={PLUS} size="1.2em" />
              {t('add.open')}
            </button>
          </>
        )}
      </ModalCard>
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

const NEEDED = new ApiError(400, 'vote.mustBindEmailFirst', '')

function EmailNeeded({ onLink }: { onLink: () => void }) {
  const { t } = useTranslation('tag-votes')
  return (
    <div className={`${formText.failure} ${css.refusal}`} role="alert">
      <p>{useErrorText(NEEDED)}</p>
      <button type="button" className={controls.button} onClick={onLink}>
        {t('linkEmail')}
      </button>
    </div>
  )
}
