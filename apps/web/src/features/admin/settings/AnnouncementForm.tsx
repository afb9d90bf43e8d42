import { MAX_ANNOUNCEMENT_LENGTH } from '@otodana/contract'
import { useId, useState, type FormEvent } from 'react'

import { AnnouncementText } from '#features/health/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'

import css from './AnnouncementForm.module.css'
import { Failure, Section } from '../Section.tsx'
import section from '../Section.module.css'
import { useAction } from '../use-action.ts'

/** Above this length the remaining room is shown. */
const NEARLY_FULL = MAX_ANNOUNCEMENT_LENGTH - 1_000

type Props = { announcement: string; onSave: (announcement: string) => Promise<void> }

/** What is announced, to be written, looked at, put up and taken down. */
export function AnnouncementForm({ announcement, onSave }: Props) {
  const { t } = useTranslation('admin')
  const { act, isBusy, failure } = useAction()
  const [draft, setDraft] = useState(announcement)
  const [preview, setPreview] = useState<string | null>(null)
  const [done, setDone] = useState('')
  const id = useId()
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
      <form className={css.form} onSubmit={handleSubmit}>
        <p className={isUp ? css.up : section.hint}>{isUp ? t('announcement.isUp') : t('announcement.isNone')}</p>
        <div className={css.labelled}>
          <label htmlFor={id} className={css.label}>
            {t('announcement.label')}
          </label>
          <textarea
            id={id}
            className={`${controls.field} ${css.field}`}
            rows={6}
            value={draft}
            maxLength={MAX_ANNOUNCEMENT_LENGTH}
            aria-describedby={`${id}-room`}
            spellCheck={false}
            onChange={({ target }) => {
              setDraft(target.value)
              setPreview(null)
              setDone('')
            }}
          />
          <p id={`${id}-room`} className={section.hint}>
            {draft.length >= NEARLY_FULL
              ? t('announcement.room', { left: formatCount(MAX_ANNOUNCEMENT_LENGTH - draft.length) })
              : t('announcement.limit', { limit: formatCount(MAX_ANNOUNCEMENT_LENGTH) })}
          </p>
        </div>
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
              className={`${controls.button} ${section.danger}`}
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
