import '#i18n/on-demand/deferred-texts.ts'
import '#i18n/on-demand/metadata-lookup-texts.ts'

import { switchMetadataFetch, type Work, type WorkLookup } from '@otodana/contract'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { langOfText } from '#i18n/lang-of.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import progressBar from '#ui/progress.module.css'

import { Changes } from './Changes.tsx'
import css from './LookUpDialog.module.css'
import { timeUntil } from './time-until.ts'
import { useFailureText } from './use-failure-text.ts'
import { useLookUp, type LookUpResult } from './use-look-up.ts'

/** Looks a work up again, and shows what that changed. Closing it does not cancel the lookup. */
export default function LookUpDialog({ work, onClose }: { work: Work; onClose: () => void }) {
  const { t } = useTranslation('metadata-lookup')
  const { api } = useRouter().options.context
  // As it was: the page shows what has changed meanwhile.
  const [before] = useState(work)
  const { lookup, result, error } = useLookUp(before)
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <p className={css.work} lang={langOfText(work.title)}>
        {work.title}
      </p>
      {error !== null ? (
        <Failed error={error} />
      ) : result !== null ? (
        <Result before={before} result={result} />
      ) : (
        <>
          <Progress api={api} lookup={lookup} />
          {lookup?.isPaused ? null : <p className={forms.hint}>{t('goesOn')}</p>}
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

/** What the lookup does or waits for. */
function Progress({ api, lookup }: { api: Api; lookup: WorkLookup | null }) {
  const { t, locale } = useTranslation('metadata-lookup')
  const failureText = useFailureText()
  const resume = useMutation({ mutationFn: () => api(switchMetadataFetch, { body: { isPaused: false } }) })
  const isPaused = lookup?.isPaused === true && !resume.isSuccess
  const delayed = isPaused ? null : (lookup?.delayed ?? null)
  const state = isPaused ? t('paused') : lookup?.state === 'waiting' ? t('waiting') : t('running')
  return (
    <>
      <p role="status">{state}</p>
      {isPaused ? null : <progress className={`${progressBar.bar} ${css.bar}`} aria-label={state} />}
      {delayed ? (
        <p>
          {joinSentences(
            delayed.failure ? failureText(delayed.failure) : delayed.reason,
            t('nextAttempt', { time: timeUntil(delayed.seconds, locale) }),
          )}
        </p>
      ) : null}
      {isPaused ? (
        <button
          type="button"
          className={`${controls.button} ${css.resume}`}
          aria-disabled={resume.isPending}
          onClick={(event) => {
            if (resume.isPending) return
            // This button goes; the first one closes the dialog.
            const close = event.currentTarget.closest('dialog')?.querySelector('button')
            resume.mutate(undefined, { onSuccess: () => close?.focus() })
          }}
        >
          {t('resume')}
        </button>
      ) : null}
      {resume.error ? <Failed error={resume.error} /> : null}
    </>
  )
}

function Result({ before, result: { after, lookup, isAnswered } }: { before: Work; result: LookUpResult }) {
  const { t } = useTranslation('metadata-lookup')
  const failureText = useFailureText()
  const { state, failures, reason } = lookup
  if (!isAnswered) return <p role="status">{t('ended')}</p>
  return (
    <>
      {state === 'failed' ? (
        <p role="alert" className={forms.failure}>
          {failures.length > 0 ? joinSentences(...failures.map(failureText)) : reason}
        </p>
      ) : null}
      {state === 'notFound' ? <p role="status">{t('notFound')}</p> : <Changes before={before} after={after} />}
    </>
  )
}
