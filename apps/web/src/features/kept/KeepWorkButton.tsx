import '#i18n/on-demand/kept-texts.ts'

import type { Work } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { DialogButton } from '#ui/DialogButton.tsx'
import { KeepIcon } from '#ui/icons/core-icons.ts'

import { KeepWork } from './dialog/KeepWork.tsx'
import { useKept } from './kept.store.ts'

type Props = { work: Pick<Work, 'id' | 'title'>; className: string | undefined }

/** Keeps a work whose files are not shown, such as one on a card or in the player. */
export function KeepWorkButton({ work, className }: Props) {
  const { t } = useTranslation('kept')
  const isKept = useKept(({ works }) => works.some(({ workId }) => workId === work.id))
  return (
    <DialogButton className={className} renderDialog={(opened) => <KeepWork {...opened} work={work} />}>
      <KeepIcon size="1.25em" />
      {isKept ? t('title') : t('keep')}
    </DialogButton>
  )
}
