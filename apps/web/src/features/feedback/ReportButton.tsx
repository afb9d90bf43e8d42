import type { Work } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { DialogButton } from '#ui/DialogButton.tsx'
import { FlagIcon } from '#ui/icons/work-icons.tsx'

import { FeedbackDialog } from './later-dialog.ts'

type Props = { work: Pick<Work, 'id' | 'title'>; className: string | undefined }

/** Opens the form for reporting a problem with a work. */
export function ReportButton({ work, className }: Props) {
  const { t } = useTranslation('work-detail')
  return (
    <DialogButton className={className} renderDialog={(opened) => <FeedbackDialog {...opened} work={work} />}>
      <FlagIcon size="1.25em" />
      {t('report')}
    </DialogButton>
  )
}
