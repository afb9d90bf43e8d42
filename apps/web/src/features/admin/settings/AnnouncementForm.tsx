import { MAX_ANNOUNCEMENT_LENGTH } from '@otodana/contract'
import { useState, type FormEvent } from 'react'

import { AnnouncementText } from '#features/health/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import { TextField } from '#ui/TextField.tsx'

import css from './AnnouncementForm.module.css'
import { Failure, Section } from '../Section.tsx'
import section from '../Section.module.css'
import { useAction } from '../use-action.ts'

/** Above this length the remaining characters are shown. */
const NEARLY_FULL = MAX_ANNOUNCEMENT_LENGTH - 1_000

type Props = { announcement: string; onSave: (announcement: string) => Promise<void> }

/** Edits, previews, publishes and removes the announcement. */
export function AnnouncementForm({ announcement, onSave }: Props) {
  const { t } = useTranslation('admin')
  const { act, isBusy, failure } = useAction()
  const [draft, setDraft] = useState(announcement)
  const [preview, setPreview] = useState<string | null>(null)
  const [done, setDone] = useState('')
  const isUp = announcement !== ''
  const isChanged = draft.trim() !== announcement

  const save = (text: string) =>
    act(async () => {
      setDone('')
      await onSave(text)
      setDraft(text.trim())
      setPreview(null)
      setDone(text.trim() === '' ? t('announcement.takenDown') : t('announcement.saved'))
    })
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    save(draft)
  }
  return (
    <Section title={t('announcement.title')} text={t('announcement.text')}>
      <form className={forms.form} onSubmit={handleSubmit}>
        <p className={isUp ? css.up : section.hint}>{isUp ? t('announcement.isUp') : t('announcement.isNone')}</p>
        <TextField
          label={t('announcement.label')}
          hint={
            draft.length >= NEARLY_FULL
              ? t('announcement.room', { left: formatCount(MAX_ANNOUNCEMENT_LENGTH - draft.length) })
              : t('announcement.limit', { limit: formatCount(MAX_ANNOUNCEMENT_LENGTH) })
          }
          rows={6}
          value={draft}
          maxLength={MAX_ANNOUNCEMENT_LENGTH}
          spellCheck={false}
          onChange={({ target }) => {
            setDraft(target.value)
            setPreview(null)
            setDone('')
          }}
        />
        <Failure text={failure} />
        <div className={section.row}>
          <button
            type="button"
            className={controls.button}
            aria-disabled={draft.trim() === ''}
            onClick={() => {
              if (draft.trim() !== '') setPreview(draft.trim())
            }}
          >
            {t('announcement.preview')}
          </button>
          <button
            type="submit"
            className={controls.primary}
            aria-disabled={isBusy || !isChanged}
            onClick={(event) => {
              if (!isChanged) event.preventDefault()
            }}
          >
            {t('announcement.save')}
          </button>
          {isUp ? (
            <button
              type="button"
              className={`${controls.button} ${forms.danger}`}
              aria-disabled={isBusy}
              onClick={() => save('')}
            >
              {t('announcement.takeDown')}
            </button>
          ) : null}
          <p role="status" className={section.hint}>
            {done}
          </p>
        </div>
        {preview === null ? null : (
          <section className={css.preview} aria-label={t('announcement.previewTitle')}>
            <AnnouncementText html={preview} />
          </section>
        )}
      </form>
    </Section>
  )
}
