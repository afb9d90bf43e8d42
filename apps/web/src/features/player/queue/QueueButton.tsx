import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { QueueIcon } from '#ui/icons/player-icons.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import { usePopup } from '../controls/use-popup.ts'

const QueuePanel = lazyComponent(() => import('./QueuePanel.tsx'), PartMissing)

/** Opens and closes the queue. */
export function QueueButton() {
  const { t } = useTranslation('player')
  const { isOpen, toggle, close, button } = usePopup()
  return (
    <>
      <IconButton ref={button} label={t('queue.title')} aria-expanded={isOpen} onClick={toggle}>
        <QueueIcon />
      </IconButton>
      {isOpen && <QueuePanel onClose={close} />}
    </>
  )
}
