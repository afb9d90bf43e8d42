import '#i18n/on-demand/account-texts.ts'
import '#i18n/on-demand/feedback-texts.ts'

import { feedbackCategories, MAX_FEEDBACK_LENGTH, sendFeedback, type TrackFile, type Work } from '@otodana/contract'
import { useRouter } from '@tanstack/react-router'
import { useId, useRef, useState, type FormEvent } from 'react'

import { useAccount, useUser } from '#features/accounts/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { toast } from '#ui/toast.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { TextField } from '#ui/TextField.tsx'
import { FileName } from '#ui/FileName.tsx'

import css from './FeedbackDialog.module.css'
import { useDraft } from './use-draft.ts'

type Props = {
  work: Pick<Work, 'id' | 'title'>
  /** The file, if opened from one. */
  file?: Pick<TrackFile, 'hash' | 'title'>
  onClose: () => void
}

/** Reports a problem with a work to the administrators. Unsent text is kept as a draft. */
export default function FeedbackDialog({ work, file, onClose }: Props) {
  const speech = useSpeech()
  const t = speech.texts('feedback')
  const { api } = useRouter().options.context
  const user = useUser()
  const account = useAccount()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft({ userId: account ?? 0, workId: work.id, hash: file?.hash })
  const { category, detail } = draft
  const [wasTried, setTried] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  const lacksCategory = wasTried && category === null
  const lacksDetail = wasTried && detail.trim() === ''

  async function send() {
    if (category === null || detail.trim() === '') {
      setTried(true)
      const wanting = category === null ? 'input[type=radio]' : 'textarea'
      form.current?.querySelector<HTMLElement>(wanting)?.focus()
      return
    }
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await api(sendFeedback, { body: { work_id: work.id, category, detail, ...(file ? { hash: file.hash } : {}) } })
      draft.drop()
      toast(t('thanks'))
      onClose()
    } catch (reason) {
      setError(reason)
      setBusy(false)
    }
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void send()
  }

  return (
    <Dialog title={t('title')} onClose={onClose}>
      <form ref={form} className={forms.form} method="post" noValidate onSubmit={handleSubmit}>
        <p className={css.about}>
          <span className={css.work} lang={langOfText(work.title)}>
            {work.title}
          </span>
          {file === undefined ? null : <FileName className={css.file} name={file.title} />}
        </p>
        {error === null ? null : (
          <p className={forms.failure} role="alert">
            {joinSentences(t('notSent'), errorText(error, speech))}
          </p>
        )}
        <fieldset
          className={css.group}
          role="radiogroup"
          aria-required="true"
          aria-invalid={lacksCategory}
          aria-describedby={lacksCategory ? `${id}-category` : undefined}
        >
          <legend className={css.label}>{t('category.label')}</legend>
          <div className={css.categories}>
            {feedbackCategories.map((one, index) => (
              <label key={one} className={css.category}>
                <input
                  type="radio"
                  className={css.radio}
                  name={id}
                  value={one}
                  checked={one === category}
                  data-first={one === category || (category === null && index === 0) ? '' : undefined}
                  onChange={() => draft.change({ category: one })}
                />
                {t(`category.${one}`)}
              </label>
            ))}
          </div>
          {lacksCategory ? (
            <p id={`${id}-category`} className={forms.problem}>
              {t('category.required')}
            </p>
          ) : null}
        </fieldset>
        <TextField
          label={t('detail.label')}
          problem={lacksDetail ? t('detail.required') : undefined}
          count={(values) => t('detail.count', values)}
          rows={5}
          maxLength={MAX_FEEDBACK_LENGTH}
          placeholder={t('detail.placeholder')}
          value={detail}
          required
          onChange={({ target }) => draft.change({ detail: target.value })}
        />
        <div className={css.actions}>
          <p className={forms.hint}>{user === null ? t('from.anonymous') : t('from.account', { name: user.name })}</p>
          <button type="submit" className={`${controls.primary} ${css.send}`} aria-disabled={isBusy}>
            {isBusy ? t('busy') : t('send')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
