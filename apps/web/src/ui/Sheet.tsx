import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './Sheet.module.css'
import { useBackCloses } from './use-back-closes.ts'

type Props = { title: string; onClose: () => void; children: ReactNode }

/**
 * A sheet from the bottom, where the thumb is; on a wide screen a card above the bar. On the browser's own dialog: it
 * keeps the focus inside, closes on Escape and on a tap beside it, and gives the focus back.
 */
export function Sheet({ title, onClose, children }: Props) {
  const { t } = useTranslation('ui')
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useBackCloses(() => dialog.current?.close())

  useLayoutEffect(() => {
    const sheet = dialog.current
    sheet?.showModal()
    // What fills the sheet is inside it, so what is hit as the dialog itself is the page behind.
    const handleClick = ({ target }: MouseEvent) => target === sheet && sheet?.close()
    sheet?.addEventListener('click', handleClick)
    return () => {
      sheet?.removeEventListener('click', handleClick)
      sheet?.close()
    }
  }, [])

  return (
    <dialog ref={dialog} className={styles.sheet} aria-labelledby={id} onClose={onClose}>
      <div className={styles.content}>
        <header className={styles.header}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <IconButton label={t('close')} onClick={() => dialog.current?.close()}>
            <Icon name="close" size="1em" />
          </IconButton>
        </header>
        {children}
      </div>
      <div className={styles.cue} />
      <div className={styles.end} />
    </dialog>
  )
}
