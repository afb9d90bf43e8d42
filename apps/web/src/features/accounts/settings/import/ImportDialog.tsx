import '#i18n/on-demand/account-import-texts.ts'

import { type AccountExport, importAccount } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech, useTranslation } from '#i18n/use-translation.ts'
import { ApiError, createApi, isAbort } from '#lib/api/api.ts'
import { progressFetch } from '#lib/api/upload-fetch.ts'
import { focusNow } from '#lib/browser/focus.ts'
import { invalidatePersonalQueries } from '#lib/queries/invalidate-personal-queries.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import { DropZone } from '#ui/DropZone.tsx'
import forms from '#ui/forms.module.css'
import progress from '#ui/progress.module.css'

import { apiSession } from '../../session/session.store.ts'
import css from './ImportDialog.module.css'
import { ImportSummary } from './ImportSummary.tsx'
import { type ImportCounts, isAnythingNew, noCounts, sumOf } from './import-counts.ts'
import { readExport, refusedField } from './read-export.ts'

type Chosen = { name: string; parts: AccountExport[] }
type State =
  | { step: 'choosing' }
  | { step: 'sending'; isDryRun: boolean; share: number }
  | { step: 'checked'; chosen: Chosen; counts: ImportCounts }
  | { step: 'imported'; counts: ImportCounts }

/** Merges a member's export into the account, after it has shown what would come. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account-import')
  const speech = useSpeech()
  const queryClient = useQueryClient()
  const [state, setState] = useState<State>({ step: 'choosing' })
  const [problem, setProblem] = useState('')
  const sending = useRef<AbortController | null>(null)

  async function send({ parts }: Chosen, isDryRun: boolean): Promise<ImportCounts> {
    const { signal } = (sending.current = new AbortController())
    let counts = noCounts()
    setProblem('')
    for (const [index, data] of parts.entries()) {
      const onProgress = (share: number) =>
        setState({ step: 'sending', isDryRun, share: (index + share) / parts.length })
      onProgress(0)
      const fetch = progressFetch({ onProgress, signal })
      counts = sumOf(
        counts,
        await createApi({ fetch, caller: apiSession })(importAccount, { body: { isDryRun, data } }),
      )
    }
    return counts
  }

  async function check(file: File): Promise<void> {
    const { name } = file
    try {
      const parts = await readExport(file)
      if (typeof parts === 'string') return setProblem(t(`problems.${parts}`, { name }))
      const chosen = { name, parts }
      setState({ step: 'checked', chosen, counts: await send(chosen, true) })
    } catch (error) {
      setState({ step: 'choosing' })
      setProblem(problemText(error, name))
    }
  }

  async function merge(chosen: Chosen, checked: State): Promise<void> {
    try {
      setState({ step: 'imported', counts: await send(chosen, false) })
    } catch (error) {
      setState(checked)
      setProblem(isAbort(error) ? t('stopped') : problemText(error, chosen.name))
    }
    await invalidatePersonalQueries(queryClient)
  }

  function problemText(error: unknown, name: string): string {
    const field = error instanceof ApiError ? refusedField(error.message) : undefined
    return field === undefined ? errorText(error, speech) : t('problems.field', { name, field })
  }

  return (
    <Dialog title={t('title')} variant="wide" onClose={onClose}>
      {state.step === 'choosing' ? (
        <>
          <p>{t('text')}</p>
          <DropZone
            title={t('choose')}
            hint={t('drop')}
            accept=".json"
            isFocused
            onChoose={(file) => file && void check(file)}
          />
        </>
      ) : null}
      <div role="status" className={css.status}>
        {state.step === 'sending' ? (
          <p className={css.strong}>{state.isDryRun ? t('checking') : t('importing')}</p>
        ) : null}
        {state.step === 'checked' ? <ImportSummary counts={state.counts} name={state.chosen.name} /> : null}
        {state.step === 'imported' ? <ImportSummary counts={state.counts} /> : null}
      </div>
      {problem === '' ? null : (
        <p className={forms.failure} role="alert">
          {problem}
        </p>
      )}
      {state.step === 'sending' ? (
        <div className={css.sending}>
          <progress className={progress.bar} aria-label={t('sent')} {...(state.share < 1 && { value: state.share })} />
          <button ref={focusNow} type="button" className={controls.button} onClick={() => sending.current?.abort()}>
            {t('cancel')}
          </button>
        </div>
      ) : null}
      {state.step === 'checked' ? (
        <div className={forms.actions}>
          <button
            ref={isAnythingNew(state.counts) ? undefined : focusNow}
            type="button"
            className={controls.button}
            onClick={() => setState({ step: 'choosing' })}
          >
            {t('other')}
          </button>
          {isAnythingNew(state.counts) ? (
            <button
              ref={focusNow}
              type="button"
              className={controls.primary}
              onClick={() => void merge(state.chosen, state)}
            >
              {t('import')}
            </button>
          ) : null}
        </div>
      ) : null}
      {state.step === 'imported' ? (
        <div className={forms.actions}>
          <button ref={focusNow} type="button" className={controls.primary} onClick={onClose}>
            {t('close')}
          </button>
        </div>
      ) : null}
    </Dialog>
  )
}
