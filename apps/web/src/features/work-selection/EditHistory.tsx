import { listSelectionEdits, type SelectionEdit } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { ListFailed } from '#features/works/index.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { formatDateAndTime } from '#lib/format/format-date.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import skeleton from '#ui/Skeleton.module.css'

import { changeText, progressText } from './edit-texts.ts'
import { EditProgress } from './EditProgress.tsx'
import css from './WorkSelection.module.css'

/** The latest changes of many works. Each opens its progress, where it can be cancelled or undone. */
export function EditHistory({ onClose }: { onClose: () => void }) {
  const speech = useSpeech()
  const t = speech.texts('work-selection')
  const { api } = useRouter().options.context
  const [shown, setShown] = useState<number | null>(null)
  const list = useQuery({
    queryKey: ['selection-edits'],
    queryFn: ({ signal }) => api(listSelectionEdits, {}, { signal }),
    staleTime: 0,
    meta: { isPersonal: true, needsAccount: true },
  })
  const failure = useFailure(list)
  if (shown !== null) return <EditProgress id={shown} onClose={() => setShown(null)} />
  return (
    <Dialog title={t('history.title')} variant="wide" onClose={onClose}>
      {failure ? (
        <ListFailed error={failure} isBusy={list.isFetching} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <div className={`${skeleton.skeleton} ${css.pending}`} />
      ) : list.data.edits.length === 0 ? (
        <p className={css.dim}>{t('history.nothing')}</p>
      ) : (
        <ul className={css.edits}>
          {list.data.edits.map((edit) => (
            <Edit key={edit.id} edit={edit} onShow={() => setShown(edit.id)} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Edit({ edit, onShow }: { edit: SelectionEdit; onShow: () => void }) {
  const speech = useSpeech()
  const t = speech.texts('work-selection')
  const change = changeText(edit, speech)
  const at = formatDateAndTime(edit.at, speech.locale)
  return (
    <li className={css.edit}>
      <div className={css.about}>
        <p>{change}</p>
        <p className={css.dim}>
          {progressText(t, edit)} {edit.undoneBy === null ? null : <>{t('history.undone')} </>}·{' '}
          {edit.by ?? t('history.deleted')}, <time dateTime={edit.at}>{at}</time>
        </p>
      </div>
      <button
        type="button"
        className={controls.button}
        aria-haspopup="dialog"
        aria-label={t('history.showNamed', { change, at })}
        onClick={onShow}
      >
        {t('progress.show')}
      </button>
    </li>
  )
}
