import '#i18n/on-demand/code-correction-texts.ts'

import type { Work } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'
import { FilesIcon } from '#ui/icons/deferred-icons.ts'
import { PartMissing } from '#ui/PartMissing.tsx'

const CorrectCodeDialog = lazyComponent(() => import('./CorrectCodeDialog.tsx'), PartMissing)

/** For administrators: gives a work's folder another code, on the work's page. */
export function CorrectCodeButton({ work }: { work: Pick<Work, 'id' | 'title'> }) {
  const { t } = useTranslation('code-correction')
  return (
    <DialogButton className={controls.button} renderDialog={(opened) => <CorrectCodeDialog {...opened} work={work} />}>
      <FilesIcon size="1.25em" />
      {t('open')}
    </DialogButton>
  )
}
