import type { Work } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { DialogButton } from '#ui/DialogButton.tsx'
import { PencilIcon } from '#ui/icons/work-icons.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

const TagsDialog = lazyComponent(() => import('./TagsDialog.tsx'), PartMissing)

/** Opens the dialog for voting on and adding tags. */
export function EditTagsButton({ work, className }: { work: Work; className: string | undefined }) {
  const { t } = useTranslation('work-detail')
  return (
    <DialogButton className={className} renderDialog={(opened) => <TagsDialog {...opened} work={work} />}>
      <PencilIcon size="1.25em" />
      {t('editTags')}
    </DialogButton>
  )
}
