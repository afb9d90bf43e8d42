import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import type { ListSource } from '#lib/kept/schema.ts'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'
import { KeepIcon } from '#ui/icons/core-icons.ts'
import { PartMissing } from '#ui/PartMissing.tsx'

import { useKept } from '../kept.store.ts'
import { idOfSource } from './source-id.ts'

const KeepListDialog = lazyComponent(() => import('./KeepListDialog.tsx'), PartMissing)

type Props = { source: ListSource; title: string }

/** Keeps the works of a list on this device, also those that come to it later. */
export function KeepListButton({ source, title }: Props) {
  const { t } = useTranslation('works')
  const id = idOfSource(source)
  const isKept = useKept(({ lists }) => lists.some((list) => list.id === id))
  return (
    <DialogButton
      className={controls.button}
      renderDialog={(opened) => <KeepListDialog {...opened} source={source} title={title} />}
    >
      <KeepIcon size="1.25em" />
      {isKept ? t('keepList.kept') : t('keepList.action')}
    </DialogButton>
  )
}
