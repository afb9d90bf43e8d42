import { useId } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon } from '#ui/icons/core-icons.ts'

import { QueueHeading } from './QueueHeading.tsx'
import { QueueList } from './QueueList.tsx'
import styles from './QueuePanel.module.css'

/** The queue as a panel over the page, beside the bar, which stays usable. */
export default function QueuePanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('player')
  const title = useId()
  return (
    <dialog open data-beside="" className={styles.panel} aria-labelledby={title}>
      <header className={styles.header}>
        <QueueHeading id={title} />
        <IconButton label={t('queue.close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      <QueueList takesFocus />
    </dialog>
  )
}
