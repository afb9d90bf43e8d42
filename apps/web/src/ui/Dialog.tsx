import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { giveFocusBack } from '#lib/focus.ts'

import controls from './controls.module.css'
import css from './Dialog.module.css'
import { Icon } from './Icon.tsx'
import { uppermostDialog } from './over-dialog.tsx'
import { useBackCloses } from './use-back-closes.ts'

type Props = {
  title: string
  /** In the middle of the page, or beneath the account's button. */
  place: 'middle' | 'corner'
  /** For what has lists in it. */
  isWide?: boolean
  /** Called when it has been closed: by its button, Escape or a tap beside it. */
  onClose: () => void
  children: ReactNode
}

/**
 * A card over the page, open as long as it is mounted, on the browser's own dialog: that keeps the focus inside and makes
 * the rest inert. What is marked with `data-first` gets the focus.
 */
export function Dialog({ title, place, isWide = false, onClose, children }: Props) {
  const { t } = useTranslation('ui')
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first]')?.focus()
    // What fills the card is inside it, so what is hit as the dialog itself is the page behind.
    const handleClick = ({ target }: MouseEvent) => target === dialog && dialog?.close()
    dialog?.addEventListener('mousedown', handleClick)
    return () => {
      dialog?.removeEventListener('mousedown', handleClick)
      dialog?.close()
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
      giveFocusBack(isThere ? opener : standIn())
    }
  }, [])

  return (
    <dialog
      ref={ref}
      className={`${css.card} ${css[place]} ${isWide ? css.wide : ''}`}
      aria-labelledby={id}
      onClose={onClose}
    >
      <div className={css.content}>
        <header className={css.header}>
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          <button
            type="button"
            className={controls.iconButton}
            aria-label={t('close')}
            onClick={() => ref.current?.close()}
          >
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
      {place === 'middle' ? <BackCloses onBack={() => ref.current?.close()} /> : null}
    </dialog>
  )
}

/** For an opener that is gone: in the dialog below, or the account's button, which is another one after a login. */
function standIn(): HTMLElement | null {
  const below = uppermostDialog()
  return below
    ? below.querySelector<HTMLElement>('[data-first], button')
    : document.querySelector<HTMLElement>('[data-account]')
}

/** On a phone the browser's Back leaves what covers the page. A menu leads to other pages itself. */
function BackCloses({ onBack }: { onBack: () => void }) {
  useBackCloses(onBack)
  return null
}
