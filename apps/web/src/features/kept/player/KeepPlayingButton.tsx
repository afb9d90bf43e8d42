import '#i18n/on-demand/kept-texts.ts'

import type { ComponentProps } from 'react'

import type { KeepPart } from '#features/player/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'
import styles from '#ui/IconButton.module.css'
import { KeepIcon } from '#ui/icons/core-icons.ts'
import { CheckIcon } from '#ui/icons/work-icons.tsx'

import { KeepWork } from '../dialog/KeepWork.tsx'
import { stateOf, useKept } from '../kept.store.ts'

/** In the full player: keeps the work that plays, and says whether it is here. */
export default function KeepPlayingButton({ track }: ComponentProps<KeepPart>) {
  const { t } = useTranslation('kept')
  const entry = useKept(({ works }) => works.find(({ workId }) => workId === track.workId))
  const isHere = entry !== undefined && ['whole', 'partial'].includes(stateOf(entry))
  const label = isHere ? t('title') : t('keep')
  return (
    <DialogButton
      className={`${controls.iconButton} ${styles.button}`}
      title={label}
      aria-label={label}
      renderDialog={(opened) => <KeepWork {...opened} work={{ id: track.workId, title: track.workTitle }} />}
    >
      {isHere ? <CheckIcon /> : <KeepIcon />}
    </DialogButton>
  )
}
