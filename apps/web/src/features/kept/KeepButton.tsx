import type { TrackNode, Work } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { DialogButton } from '#ui/DialogButton.tsx'
import { KeepIcon } from '#ui/icons/core-icons.ts'
import { CheckIcon } from '#ui/icons/work-icons.tsx'

import { KeepDialog } from './dialog/later-dialog.ts'
import { shareOf, stateOf, useKept } from './kept.store.ts'
import { useKeptShown } from './use-kept-shown.ts'

type Props = { work: Work; tree: readonly TrackNode[] | undefined; className: string | undefined }

/** Keeps a work on this device, and says how much of it is here. */
export function KeepButton({ work, tree, className }: Props) {
  const { t } = useTranslation('work-detail')
  const entry = useKept(({ works }) => works.find(({ workId }) => workId === work.id))
  const pendingBytes = useKept((kept) => kept.pendingBytes[work.id])
  const isWhole = entry !== undefined && stateOf(entry) !== 'waiting' && stateOf(entry) !== 'paused'
  const percent = entry && Math.floor(100 * shareOf(entry, pendingBytes))
  useKeptShown(entry !== undefined)
  if (tree?.length === 0) return null
  return (
    <DialogButton
      className={className}
      aria-disabled={!tree}
      renderDialog={(opened) => (tree ? <KeepDialog {...opened} work={work} tree={tree} /> : null)}
    >
      {isWhole ? <CheckIcon size="1.25em" /> : <KeepIcon size="1.25em" />}
      {entry === undefined
        ? t('keep.action')
        : isWhole
          ? t('keep.whole')
          : t('keep.partial', { percent: percent ?? 0 })}
    </DialogButton>
  )
}
