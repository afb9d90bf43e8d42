import '#i18n/on-demand/work-selection-texts.ts'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon } from '#ui/icons/core-icons.ts'

import { EditProgress } from './EditProgress.tsx'
import { progressText } from './edit-texts.ts'
import { selectionEditQuery } from './follow-edit.ts'
import { useFollowedEdit } from './followed-edit.ts'
import css from './WorkSelection.module.css'

const dismiss = () => useFollowedEdit.setState({ id: null })

/** A line above the list: how far a change of many works is. */
export default function FollowedEdit({ id }: { id: number }) {
  const { t } = useTranslation('work-selection')
  const { t: ui } = useTranslation('ui')
  const { api } = useRouter().options.context
  const { data: edit, error } = useQuery(selectionEditQuery(api, id))
  const failure = useErrorText(error)
  const hasEnded = edit !== undefined && edit.state !== 'running'
  return (
    <div className={css.followed}>
      <p role="status" aria-live={hasEnded ? 'polite' : 'off'}>
        {edit ? progressText(t, edit) : error ? failure : t('progress.title')}
      </p>
      <DialogButton
        className={controls.button}
        renderDialog={({ onClose }) => (
          <EditProgress
            id={id}
            onClose={() => {
              onClose()
              if (hasEnded) dismiss()
            }}
          />
        )}
      >
        {t('progress.show')}
      </DialogButton>
      {hasEnded || error ? (
        <IconButton label={ui('close')} onClick={dismiss}>
          <CloseIcon />
        </IconButton>
      ) : null}
    </div>
  )
}
