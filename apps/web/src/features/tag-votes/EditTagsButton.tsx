import type { Work } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { DialogButton } from '#ui/DialogButton.tsx'
import { Drawing } from '#ui/Icon.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

const PENCIL = 'M5 19l1-4L16 5l3 3L9 18z'

const TagsDialog = lazyComponent(() => import('./TagsDialog.tsx'), PartMissing)

/** Opens the dialog for voting on and adding tags. */
export function EditTagsButton({ work, className }: { work: Work; className: string | undefined }) {
  const { t } = useTranslation('work-detail')
  return (
    <DialogButton className={className} renderDialog={(opened) => <TagsDialog {...opened} work={work} />}>
      <Drawing path={PENCIL} size="1.25em" />
      {t('editTags')}
    </DialogButton>
  )
}
