import type { Work } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { DialogButton } from '#ui/DialogButton.tsx'
import { Drawing } from '#ui/Icon.tsx'

import { FeedbackDialog } from './later-dialog.ts'

const FLAG = 'M6 21V4M6 5c3-2 6 2 11 0v9c-5 2-8-2-11 0'

type Props = { work: Pick<Work, 'id' | 'title'>; className: string | undefined }

/** Opens the form in which a problem with a work is reported. */
export function ReportButton({ work, className }: Props) {
  const { t } = useTranslation('work-detail')
  return (
    <DialogButton className={className} renderDialog={(opened) => <FeedbackDialog {...opened} work={work} />}>
      <Drawing path={FLAG} size="1.25em" />
      {t('report')}
    </DialogButton>
  )
}
