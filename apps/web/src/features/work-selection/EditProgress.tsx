import { cancelSelectionEdit, getSelectionEdit, type SelectionEdit, undoSelectionEdit } from '@otodana/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import progress from '#ui/progress.module.css'

import { Refused } from './Refused.tsx'
import css from './WorkSelection.module.css'

const POLL_MS = 500

/** How far a change is, what could not be changed, and its undo. It goes on when the dialog is closed. */
export function EditProgress({ begun, onClose }: { begun: SelectionEdit; onClose: () => void }) {
  const { t } = useTranslation('work-selection')
  const { api, queryClient } = useRouter().options.context
  const [current, setCurrent] = useState(begun)
  const { data: edit = current, error } = useQuery({
    queryKey: ['selection-edit', current.id],
    queryFn: ({ signal }) => api(getSelectionEdit, { params: { id: current.id } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'running' ? false : POLL_MS),
  })
  const cancel = useMutation({ mutationFn: () => api(cancelSelectionEdit, { params: { id: edit.id } }) })
  const undo = useMutation({
    mutationFn: () => api(undoSelectionEdit, { params: { id: edit.id } }),
    onSuccess: setCurrent,
  })
  const isRunning = edit.state === 'running'
  const hasEnded = !isRunning
  useEffect(() => {
    // Every list may show other works.
    if (hasEnded) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'selection-edit' })
  }, [hasEnded, queryClient])

  const counted = { done: formatCount(edit.done), total: formatCount(edit.total) }
  return (
    <Dialog title={edit.undoes === null ? t('progress.title') : t('progress.undoTitle')} onClose={onClose}>
      <div className={css.form}>
        <progress
          className={`${progress.bar} ${css.progress}`}
          value={edit.done}
          max={edit.total}
          aria-label={t('progress.label')}
        />
        <p role="status">{isRunning ? t('progress.running', counted) : endText(t, edit)}</p>
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
            </ul>
          </div>
        ) : null}
        {(cancel.error ?? undo.error ?? error) ? (
          <Refused error={(cancel.error ?? undo.error ?? error) as Error} />
        ) : null}
        <div className={forms.actions}>
          {isRunning ? (
            <button type="button" className={controls.button} onClick={() => cancel.mutate()}>
              {t('progress.cancel')}
            </button>
          ) : edit.undoes === null && edit.undoneBy === null && edit.changed > 0 ? (
            <button type="button" className={controls.button} onClick={() => undo.mutate()}>
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

function endText(
  t: ReturnType<typeof useTranslation<'work-selection'>>['t'],
  { state, changed }: SelectionEdit,
): string {
  const values = { count: changed, formatted: formatCount(changed) }
  if (state === 'cancelled') return t('progress.cancelled', values)
  return state === 'failed' ? t('progress.failedToEnd', values) : t('progress.done', values)
}
