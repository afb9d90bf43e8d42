import '#i18n/on-demand/editing-texts.ts'

import type { Work } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'
import { EditIcon } from '#ui/icons/deferred-icons.ts'
import { PartMissing } from '#ui/PartMissing.tsx'

const EditDialog = lazyComponent(() => import('./dialog/EditDialog.tsx'), PartMissing)

/** Opens the dialog in which editors change what is known of a work. */
export function EditWorkButton({ work }: { work: Pick<Work, 'id' | 'title'> }) {
  const { t } = useTranslation('editing')
  return (
    <DialogButton className={controls.button} renderDialog={(opened) => <EditDialog {...opened} work={work} />}>
      <EditIcon size="1.25em" />
      {t('open')}
    </DialogButton>
  )
}
