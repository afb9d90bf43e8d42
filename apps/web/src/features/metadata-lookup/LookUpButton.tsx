import '#i18n/on-demand/metadata-lookup-texts.ts'

import type { Work } from '@otodana/contract'
import { parseWorkCode } from '@otodana/work-code'

import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import controls from '#ui/controls.module.css'
import { DialogButton } from '#ui/DialogButton.tsx'
import { GlobeIcon } from '#ui/icons/deferred-icons.ts'
import { PartMissing } from '#ui/PartMissing.tsx'

const LookUpDialog = lazyComponent(() => import('./LookUpDialog.tsx'), PartMissing)

/** Looks a work up again, for administrators. Nothing for a work without a code. */
export function LookUpButton({ work }: { work: Work }) {
  const { t } = useTranslation('metadata-lookup')
  if (parseWorkCode(work.source_id) === null) return null
  return (
    <DialogButton
      className={controls.button}
      renderDialog={(opened) => <LookUpDialog key={opened.attempt} {...opened} work={work} />}
    >
      <GlobeIcon size="1.25em" />
      {t('button')}
    </DialogButton>
  )
}
