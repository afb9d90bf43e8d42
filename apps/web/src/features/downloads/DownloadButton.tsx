import type { TrackNode, Work } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { DialogButton } from '#ui/DialogButton.tsx'
import { DownloadIcon } from '#ui/icons/core-icons.ts'

import { DownloadDialog } from './later-dialog.ts'

type Props = { work: Work; tree: readonly TrackNode[] | undefined; className: string | undefined }

/** Opens the download dialog of a work, once its files are loaded. */
export function DownloadButton({ work, tree, className }: Props) {
  const { t } = useTranslation('work-detail')
  if (tree?.length === 0) return null
  return (
    <DialogButton
      className={className}
      aria-disabled={!tree}
      renderDialog={(opened) => (tree ? <DownloadDialog {...opened} work={work} tree={tree} /> : null)}
    >
      <DownloadIcon size="1.25em" />
      {t('downloadAll')}
    </DialogButton>
  )
}
