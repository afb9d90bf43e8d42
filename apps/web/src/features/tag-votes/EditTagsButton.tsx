import type { Work } from '@otodana/contract'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { later } from '#lib/lazy.tsx'
import { Drawing } from '#ui/Icon.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

const PENCIL = 'M5 19l1-4L16 5l3 3L9 18z'

/** Fetched when it is first opened or the page is idle. */
const TagsDialog = later(() => import('./TagsDialog.tsx'), PartMissing)

/** Opens what is voted in on a work's tags, and others are added. */
export function EditTagsButton({ work, className }: { work: Work; className: string | undefined }) {
  const { t } = useTranslation('work-detail')
  const [openings, setOpenings] = useState(0)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onClick={() => {
          setOpenings(openings + 1)
          setOpen(true)
        }}
      >
        <Drawing path={PENCIL} size="1.25em" />
        {t('editTags')}
      </button>
      {isOpen ? <TagsDialog attempt={openings} work={work} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
