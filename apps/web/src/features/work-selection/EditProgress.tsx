import { cancelSelectionEdit, undoSelectionEdit } from '@otodana/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import progress from '#ui/progress.module.css'
import skeleton from '#ui/Skeleton.module.css'

import { progressText } from './edit-texts.ts'
import { followEdit, selectionEditQuery } from './follow-edit.ts'
import { Refused } from './Refused.tsx'
import css from './WorkSelection.module.css'

/** How far a change is, what could not be changed, and its undo. It goes on when the dialog is closed. */
export function EditProgress({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('work-selection')
  const { api, queryClient } = useRouter().options.context
  const [shownId, setShownId] = useState(id)
  const { data: edit, error } = useQuery(selectionEditQuery(api, shownId))
  const cancel = useMutation({ mutationFn: () => api(cancelSelectionEdit, { params: { id: shownId } }) })
  const undo = useMutation({
    mutationFn: () => api(undoSelectionEdit, { params: { id: shownId } }),
    onSuccess: (begun) => {
      setShownId(begun.id)
      followEdit(api, queryClient, begun.id)
    },
  })
  const refusal = cancel.error ?? undo.error ?? error
  if (!edit) {
    return (
      <Dialog title={t('progress.title')} onClose={onClose}>
        {refusal ? <Refused error={refusal} /> : <div className={`${skeleton.skeleton} ${css.pending}`} />}
      </Dialog>
    )
  }
  const more = edit.failed - edit.failures.length
  return (
    <Dialog title={edit.undoes === null ? t('progress.title') : t('progress.undoTitle')} onClose={onClose}>
      <div className={css.form}>
        <progress
          className={`${progress.bar} ${css.progress}`}
          value={edit.done}
          max={edit.total}
          aria-label={t('progress.label')}
        />
        <p role="status">{progressText(t, edit)}</p>
        {edit.failed > 0 ? (
          <div>
            <p className={forms.problem}>
              {t('progress.failed', { count: edit.failed, formatted: formatCount(edit.failed) })}
            </p>
            <ul className={css.failures}>
              {edit.failures.map(({ workId, code, title, reason }) => (
                <li key={workId}>
                  {title || code || workId}: {t(`reason.${reason}`)}
                </li>
              ))}
              {more > 0 ? <li>{t('progress.more', { count: more, formatted: formatCount(more) })}</li> : null}
            </ul>
          </div>
        ) : null}
        {refusal ? <Refused error={refusal} /> : null}
        <div className={forms.actions}>
          {edit.state === 'running' ? (
            <button
              type="button"
              className={controls.button}
              aria-disabled={cancel.isPending}
              onClick={() => (cancel.isPending ? undefined : cancel.mutate())}
            >
              {t('progress.cancel')}
            </button>
          ) : edit.undoes === null && edit.undoneBy === null && edit.changed > 0 ? (
            <button
              type="button"
              className={controls.button}
              aria-disabled={undo.isPending}
              onClick={() => (undo.isPending ? undefined : undo.mutate())}
            >
              {t('progress.undo')}
            </button>
          ) : null}
          <button type="button" className={controls.primary} onClick={onClose}>
            {t('progress.close')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
