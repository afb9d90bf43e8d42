import type { TrackNode, Work } from '@otodana/contract'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { Drawing } from '#ui/Icon.tsx'

import { ARROW } from './drawing.ts'
import { DownloadDialog } from './later-dialog.ts'

type Props = { work: Work; tree: readonly TrackNode[] | undefined; className: string | undefined }

/** Opens the dialog in which a work's files are saved; as long as they are not known it can do nothing. */
export function DownloadButton({ work, tree, className }: Props) {
  const { t } = useTranslation('work-detail')
  const [openings, setOpenings] = useState(0)
  const [isOpen, setOpen] = useState(false)
  if (tree?.length === 0) return null
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-disabled={!tree}
        onClick={() => {
          setOpenings(openings + 1)
          setOpen(true)
        }}
      >
        <Drawing path={ARROW} size="1.25em" />
        {t('downloadAll')}
      </button>
      {isOpen && tree ? (
        <DownloadDialog attempt={openings} work={work} tree={tree} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
