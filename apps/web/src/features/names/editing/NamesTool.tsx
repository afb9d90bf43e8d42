import { isEditor, useUser } from '#features/accounts/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import type { NameKind } from '../name-kinds.ts'

const EditNamesDialog = lazyComponent(() => import('./EditNamesDialog.tsx'), PartMissing)

/** For editors: opens the dialog for renaming and merging names. */
export function NamesTool({ kind }: { kind: NameKind }) {
  const { t } = useTranslation('names')
  if (!isEditor(useUser())) return null
  return (
    <DialogButton className={controls.button} renderDialog={(opened) => <EditNamesDialog {...opened} kind={kind} />}>
      {t('edit')}
    </DialogButton>
  )
}
