import type { Work } from '@otodana/contract'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { Drawing } from '#ui/Icon.tsx'

import { FeedbackDialog } from './later-dialog.ts'

const FLAG = 'M6 21V4M6 5c3-2 6 2 11 0v9c-5 2-8-2-11 0'

type Props = { work: Pick<Work, 'id' | 'title'>; className: string | undefined }

/** Opens the form in which a problem with a work is reported. */
export function ReportButton({ work, className }: Props) {
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
        <Drawing path={FLAG} size="1.25em" />
        {t('report')}
      </button>
      {isOpen ? <FeedbackDialog attempt={openings} work={work} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
