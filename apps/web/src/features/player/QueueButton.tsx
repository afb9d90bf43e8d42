import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { later } from '#lib/lazy.ts'

import { IconButton } from './IconButton.tsx'
import { QueueIcon } from './icons.tsx'

const QueuePanel = later(() => import('./QueuePanel.tsx'))

/** Opens and closes the list of what is queued; Escape closes it too and gives the focus back. */
export function QueueButton() {
  const { t } = useTranslation('player')
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    setIsOpen(false)
    button.current?.focus()
  }

  useEffect(() => {
    if (!isOpen) return undefined
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      setIsOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOpen])

  return (
    <>
      <IconButton ref={button} label={t('queue.title')} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <QueueIcon />
      </IconButton>
      {isOpen && (
        <Suspense>
          <QueuePanel onClose={close} />
        </Suspense>
      )}
    </>
  )
}
