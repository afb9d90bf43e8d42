import { useId, useRef, type ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import { CloseIcon } from './icons/core-icons.ts'
import css from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'
import { Modal } from './Modal.tsx'

type Props = {
  title: string
  /**
   * A card in the middle of the page, a wide one for lists, or a menu beneath the bar's end; a sheet from the bottom, where
   * the thumb is, and on a wide screen above the player; a drawer from the side.
   */
  variant?: 'card' | 'wide' | 'menu' | 'sheet' | 'drawer'
  onClose: () => void
  children: ReactNode
}

/** A dialog with a title and a button that closes it; a click beside it does, too. */
export function Dialog({ title, variant = 'card', onClose, children }: Props) {
  const { t } = useTranslation('ui')
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  return (
    <Modal
      ref={dialog}
      className={css[variant]}
      aria-labelledby={id}
      // The account's button is another one after a login.
      standIn="[data-account]"
      closesOnBackdrop
      closesOnBack={variant !== 'menu' && variant !== 'drawer'}
      onClose={onClose}
    >
      <div className={css.content}>
        <div className={css.header}>
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          <IconButton label={t('close')} onClick={() => dialog.current?.close()}>
            <CloseIcon />
          </IconButton>
        </div>
        {children}
      </div>
      {variant === 'sheet' ? (
        <>
          <div className={css.cue} />
          <div className={css.end} />
        </>
      ) : null}
    </Modal>
  )
}
