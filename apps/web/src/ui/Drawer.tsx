import { useEffect, useRef, type ReactNode } from 'react'

import controls from './controls.module.css'
import css from './Drawer.module.css'
import { Icon } from './Icon.tsx'

type Props = {
  isOpen: boolean
  /** Called when it has been closed: by its button, Escape, a tap beside it, or `isOpen`. */
  onClose: () => void
  title: string
  closeLabel: string
  children: ReactNode
}

/**
 * A panel from the side over the page, on the browser's own dialog: it keeps the focus inside, makes the rest inert,
 * closes on Escape, and gives the focus back.
 */
export function Drawer({ isOpen, onClose, title, closeLabel, children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = ref.current
    if (isOpen && !dialog?.open) dialog?.showModal()
    if (!isOpen) dialog?.close()
  }, [isOpen])

  useEffect(() => {
    const dialog = ref.current
    // The panel fills the dialog's box, so what is hit as the dialog itself is the backdrop.
    const handleClick = ({ target }: MouseEvent) => target === dialog && dialog?.close()
    dialog?.addEventListener('click', handleClick)
    return () => dialog?.removeEventListener('click', handleClick)
  }, [])

  return (
    <dialog ref={ref} className={css.drawer} aria-labelledby="drawer-title" onClose={onClose}>
      <div className={css.panel}>
        <div className={css.head}>
          <h2 id="drawer-title" className={css.title}>
            {title}
          </h2>
          <button
            type="button"
            className={controls.iconButton}
            aria-label={closeLabel}
            onClick={() => ref.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
