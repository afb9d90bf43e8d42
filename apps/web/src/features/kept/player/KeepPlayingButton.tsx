import '#i18n/on-demand/kept-texts.ts'

import type { ComponentProps } from 'react'

import type { KeepPart } from '#features/player/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { DialogButton } from '#ui/DialogButton.tsx'
import { KeepIcon } from '#ui/icons/core-icons.ts'
import { CheckIcon } from '#ui/icons/work-icons.tsx'

import { KeepWork } from '../dialog/KeepWork.tsx'
import { stateOf, useKept } from '../kept.store.ts'

/** In the full player: keeps the work that plays, and says whether it is here. */
export default function KeepPlayingButton({ track, className, renderCaption }: ComponentProps<KeepPart>) {
  const { t } = useTranslation('kept')
  const entry = useKept(({ works }) => works.find(({ workId }) => workId === track.workId))
  const isHere = entry !== undefined && ['whole', 'partial'].includes(stateOf(entry))
  return (
    <DialogButton
      className={className}
      aria-label={isHere ? t('title') : t('keep')}
      renderDialog={(opened) => <KeepWork {...opened} work={{ id: track.workId, title: track.workTitle }} />}
    >
      {isHere ? <CheckIcon /> : <KeepIcon />}
      {renderCaption(isHere ? t('player.kept') : t('player.keep'))}
    </DialogButton>
  )
}
