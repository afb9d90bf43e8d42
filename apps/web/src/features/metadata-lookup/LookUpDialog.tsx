import '#i18n/on-demand/deferred-texts.ts'
import '#i18n/on-demand/metadata-lookup-texts.ts'

import type { Work } from '@otodana/contract'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { joinSentences } from '#i18n/join-sentences.ts'
import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import forms from '#ui/forms.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import progressBar from '#ui/progress.module.css'

import { Changes } from './Changes.tsx'
import css from './LookUpDialog.module.css'
import { useFailureText } from './use-failure-text.ts'
import { useLookUp, type LookUpResult } from './use-look-up.ts'

/** Looks a work up again, and shows what that changed. Closing it does not cancel the lookup. */
export default function LookUpDialog({ work, onClose }: { work: Work; onClose: () => void }) {
  const { t } = useTranslation('metadata-lookup')
  const { api } = useRouter().options.context
  const failureText = useFailureText()
  // As it was: the page shows what has changed meanwhile.
  const [before] = useState(work)
  const { waiting, delay, result, error } = useLookUp(api, before)
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <p className={css.work}>{work.title}</p>
      {error !== null ? (
        <Failed error={error} />
      ) : result !== null ? (
        <Result before={before} result={result} />
      ) : (
        <>
          <p role="status">
            {waiting > 1 ? t('waiting', { count: waiting, formatted: formatCount(waiting) }) : t('running')}
          </p>
          <progress className={`${progressBar.bar} ${css.bar}`} aria-label={t('running')} />
          {delay ? <p>{joinSentences(delay.failure ? failureText(delay.failure) : delay.reason, t('again'))}</p> : null}
          <p className={forms.hint}>{t('goesOn')}</p>
        </>
      )}
    </Dialog>
  )
}

function Failed({ error }: { error: unknown }) {
  const { t } = useTranslation('metadata-lookup')
  const text = useErrorText(error)
  return (
    <div role="alert" className={forms.failure}>
      {joinSentences(text)} <a href="/admin?part=library">{t('adminPage')}</a>
    </div>
  )
}

function Result({ before, result: { after, failure, isNotFound } }: { before: Work; result: LookUpResult }) {
  const { t } = useTranslation('metadata-lookup')
  const failureText = useFailureText()
  return (
    <>
      {failure ? (
        <p role="alert" className={forms.failure}>
          {failure.failures.length > 0 ? joinSentences(...failure.failures.map(failureText)) : failure.reason}
        </p>
      ) : null}
      {isNotFound ? <p role="status">{t('notFound')}</p> : <Changes before={before} after={after} />}
    </>
  )
}
