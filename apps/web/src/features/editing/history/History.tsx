import { undoWorkEdit, type WorkEdit, type WorkEditForm } from '@otodana/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { langOfText } from '#i18n/lang-of.ts'
import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { formatDateAndTime } from '#lib/format/format-date.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import skeleton from '#ui/Skeleton.module.css'

import { editingQueries } from '../editing.queries.ts'
import { valueText } from '../value-text.ts'
import css from './History.module.css'

type Props = {
  workId: number
  pictures: WorkEditForm['pictures']
  /** Whether unsaved changes would be lost. */
  isBlocked: boolean
  onUndone: (form: WorkEditForm, edit: WorkEdit) => void
}

/** What was edited, by whom and when, latest first. */
export function History({ workId, pictures, isBlocked, onUndone }: Props) {
  const speech = useSpeech()
  const t = speech.texts('editing')
  const { api } = useRouter().options.context
  const history = useInfiniteQuery(editingQueries.history(api, workId))
  const [busy, setBusy] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const edits = history.data?.pages.flatMap((page) => page.edits) ?? []

  async function handleUndo(edit: WorkEdit) {
    if (busy !== null || isBlocked) return
    setBusy(edit.id)
    setFailure(null)
    try {
      const form = await api(undoWorkEdit, { params: { id: String(workId), editId: edit.id } })
      onUndone(form, edit)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(null)
      await history.refetch()
    }
  }

  const shownFailure = failure ?? history.error
  return (
    <div className={css.history}>
      {shownFailure ? (
        <p className={forms.failure} role="alert">
          {errorText(shownFailure, speech)}{' '}
          {failure === null ? (
            <button type="button" className={controls.button} onClick={() => void history.refetch()}>
              {t('retry')}
            </button>
          ) : null}
        </p>
      ) : null}
      {isBlocked ? <p className={forms.hint}>{t('history.saveFirst')}</p> : null}
      {history.isPending ? (
        <div className={`${skeleton.skeleton} ${css.pending}`} role="status" aria-label={t('loading')} />
      ) : edits.length === 0 && !history.error ? (
        <p className={css.nothing}>{t('history.nothing')}</p>
      ) : (
        <ol className={css.edits}>
          {edits.map((edit) => (
            <Edit
              key={edit.id}
              edit={edit}
              pictures={pictures}
              isBusy={busy !== null || isBlocked}
              onUndo={() => void handleUndo(edit)}
            />
          ))}
        </ol>
      )}
      {history.hasNextPage ? (
        <button
          type="button"
          className={controls.button}
          aria-disabled={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t('history.more')}
        </button>
      ) : null}
    </div>
  )
}

type EditProps = { edit: WorkEdit; pictures: WorkEditForm['pictures']; isBusy: boolean; onUndo: () => void }

function Edit({ edit, pictures, isBusy, onUndo }: EditProps) {
  const speech = useSpeech()
  const t = speech.texts('editing')
  const at = formatDateAndTime(edit.at, speech.locale)
  return (
    <li className={css.edit}>
      <div className={css.head}>
        <p className={css.who}>{edit.by ?? t('history.deleted')}</p>
        <time className={css.when} dateTime={edit.at}>
          {at}
        </time>
        {edit.undoes === null ? null : <span className={css.mark}>{t('history.isUndo')}</span>}
        {edit.undoneBy === null ? null : <span className={css.mark}>{t('history.undone')}</span>}
        {edit.canUndo ? (
          <button
            type="button"
            className={`${controls.button} ${css.undo}`}
            aria-label={t('history.undoOf', { at })}
            aria-disabled={isBusy}
            onClick={onUndo}
          >
            {t('history.undo')}
          </button>
        ) : edit.undoneBy === null ? (
          <span className={css.since}>{t('history.changedSince')}</span>
        ) : null}
      </div>
      <dl className={css.changes}>
        {edit.changes.map(({ field, before, after }) => {
          const was = valueText(field, before.value, speech, pictures)
          const is = valueText(field, after.value, speech, pictures)
          return (
            <div key={field} className={css.change}>
              <dt>{t(`field.${field}`)}</dt>
              <dd>
                <del className={css.before} lang={langOfText(was)}>
                  {was}
                </del>
                <span aria-hidden="true"> → </span>
                <ins className={css.after} lang={langOfText(is)}>
                  {is}
                </ins>
                {after.isEdited ? null : <span className={css.given}>{t('history.givenBack')}</span>}
              </dd>
            </div>
          )
        })}
      </dl>
    </li>
  )
}
