import { useId, useRef, type ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import { CloseIcon } from './icons/core-icons.ts'
import css from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'
import { Modal } from './Modal.tsx'

type Props = {
  title: string
  /**
   * A card in the middle of the page, a wide one for lists, or a menu below the bar's end; a sheet from the bottom of a
   * phone, or above the player on a wide screen; a drawer from the side.
   */
  variant?: 'card' | 'wide' | 'menu' | 'sheet' | 'drawer'
  onClose: () => void
  children: ReactNode
}

/** A dialog with a title and a close button; a click outside closes it too. */
export function Dialog({ title, variant = 'card', onClose, children }: Props) {
  const { t } = useTranslation('ui')
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  return (
    <Modal
      ref={dialog}
      className={css[variant]}
      aria-labelledby={id}
      // After a login the account button is another element.
      standIn="[data-account]"
      closesOnBackdrop
      closesOnBack={variant !== 'menu'}
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
