import '#i18n/on-demand/account-texts.ts'
import '#i18n/on-demand/review-texts.ts'

import { MAX_REVIEW_LENGTH, type Work } from '@otodana/contract'
import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent } from 'react'

import { presentAccount, useAccount } from '#features/accounts/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api/api.ts'
import { focusNow } from '#lib/browser/focus.ts'
import { toast } from '#ui/toast.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { TextField } from '#ui/TextField.tsx'

import { drafts } from './drafts.ts'
import { hasMarks, type Marks } from '../marks.ts'
import { OwnStars } from '../OwnStars.tsx'
import { ProgressSelect } from '../ProgressSelect.tsx'
import css from './ReviewDialog.module.css'
import { useIsSaving } from '../review.store.ts'
import { useReviewActions } from '../use-review-actions.ts'
import { useReviewForm } from './use-review-form.ts'

type Props = {
  work: Pick<Work, 'id' | 'title'>
  /** The stored marks, which may change while it is open. */
  marks: Marks
  onClose: () => void
}

/** Two sentences that come unawaited. */
const LONG_SHOWN_MS = 10_000

/** Rating, review and progress of a work in one form. Unsaved input is kept as a draft. */
export default function ReviewDialog({ work, marks, onClose }: Props) {
  const speech = useSpeech()
  const t = speech.texts('reviews')
  const id = useId()
  const actions = useReviewActions(work, marks)
  const account = useAccount()
  // The author: the session may end while it is open.
  const [writer] = useState(account ?? 0)
  const [isBusy, setBusy] = useState(false)
  // A dialog closed during saving may be reopened before the answer.
  const isSaving = useIsSaving(work.id)
  const { fields, draft, change, elsewhere } = useReviewForm(marks, drafts.find(writer, work.id), isBusy || isSaving)
  const { rating, text, progress } = fields
  const [error, setError] = useState<unknown>(null)
  const [isDeleting, setDeleting] = useState(false)

  useEffect(() => drafts.keep(writer, work.id, draft), [writer, work.id, draft])
  const isThere = useEnd(() => {
    const hasLeft = presentAccount() !== writer
    if (hasLeft && drafts.find(writer, work.id)) toast(t('draft.loginEnded'), LONG_SHOWN_MS)
  })

  async function carryOut(act: () => Promise<string>) {
    if (isBusy) return
    setBusy(true)
    setError(null)
    const entered = drafts.find(writer, work.id)
    try {
      const done = await act()
      // Input since then is not saved.
      if (drafts.find(writer, work.id) === entered) drafts.keep(writer, work.id, undefined)
      // First the dialog goes, which would take the announcement with it.
      onClose()
      toast(done)
    } catch (reason) {
      if (!isThere()) return sayMissed(reason)
      setError(reason)
      setBusy(false)
      setDeleting(false)
    }
  }
  /** It was closed meanwhile. */
  function sayMissed(reason: unknown) {
    const hasDraft = drafts.find(writer, work.id) !== undefined
    if (hasDraft && reason instanceof ApiError && reason.status === 401) toast(t('draft.loginEnded'), LONG_SHOWN_MS)
    else toastFailure(reason, speech, hasDraft ? t('draft.notSaved') : t('notSaved'))
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void carryOut(() => actions.save(fields))
  }

  return (
    <Dialog title={t('dialog.title')} onClose={onClose}>
      <form className={forms.form} method="post" onSubmit={handleSubmit}>
        <p className={css.work} lang={langOfText(work.title)}>
          {work.title}
        </p>
        {error === null ? null : (
          <p className={forms.failure} role="alert">
            {joinSentences(t('notSaved'), errorText(error, speech))}
          </p>
        )}
        <div className={css.row}>
          <OwnStars rating={rating} size="large" isFirst onRate={(chosen) => change({ rating: chosen })} />
          <ProgressSelect progress={progress} onChange={(chosen) => change({ progress: chosen })} />
        </div>
        <TextField
          label={t('dialog.text')}
          hint={t('dialog.whoReads')}
          count={(values) => t('dialog.count', values)}
          rows={7}
          maxLength={MAX_REVIEW_LENGTH}
          placeholder={t('dialog.placeholder')}
          value={text}
          onChange={({ target }) => change({ text: target.value })}
        />
        <div className={css.elsewhere} role="status">
          {elsewhere ? (
            <div className={css.question}>
              <p>{t(`elsewhere.${elsewhere.kind}`)}</p>
              <button type="button" className={controls.button} onClick={elsewhere.exchange}>
                {t(`elsewhere.${elsewhere.kind}Action`)}
              </button>
            </div>
          ) : null}
        </div>
        {isDeleting ? (
          <div className={css.question} role="group" aria-labelledby={`${id}-question`}>
            <p id={`${id}-question`}>{t('delete.sure')}</p>
            <div className={css.actions}>
              <button ref={focusNow} type="button" className={controls.button} onClick={() => setDeleting(false)}>
                {t('delete.cancel')}
              </button>
              <button
                type="button"
                className={`${controls.button} ${forms.danger}`}
                aria-disabled={isBusy}
                onClick={() => void carryOut(actions.remove)}
              >
                {t('delete.confirm')}
              </button>
            </div>
          </div>
        ) : (
          <div className={css.actions}>
            {hasMarks(marks) ? (
              <button type="button" className={`${controls.button} ${forms.danger}`} onClick={() => setDeleting(true)}>
                {t('delete.action')}
              </button>
            ) : null}
            <button type="submit" className={`${controls.primary} ${css.save}`} aria-disabled={isBusy}>
              {isBusy ? t('dialog.busy') : t('dialog.save')}
            </button>
          </div>
        )}
      </form>
    </Dialog>
  )
}

/**
 * Runs a function if the component was unmounted.
 *
 * @returns whether it is still mounted
 */
function useEnd(run: () => void): () => boolean {
  const isThere = useRef(true)
  const end = useEffectEvent(run)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
      end()
    }
  }, [])
  return () => isThere.current
}
