import { useEffect, useRef } from 'react'

import controls from './controls.module.css'
import css from './Toast.module.css'

/** What is said; the same text said again is another one. */
export type Said = {
  text: string
  /** For how many milliseconds; by default long enough to read a line, and again. */
  shownMs?: number
}

const SHOWN_MS = 5_000

/**
 * Says in passing what has been done, above the player and over panels and dialogs; read out too. In the document before
 * there is anything to say, for a screen reader tells of changes only.
 */
export default function Toast({ said, onGone }: { said: Said | null; onGone: (said: null) => void }) {
  const sign = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const element = sign.current
    if (!said || !element) return undefined
    // Browsers that know no popovers show it where it stands.
    element.showPopover?.()
    // What opens in the meantime lies over it: it is lifted again.
    const lift = ({ target, newState }: ToggleEvent) => {
      if (newState !== 'open' || target === element) return
      element.hidePopover?.()
      element.showPopover?.()
    }
    document.addEventListener('toggle', lift, true)
    const timer = setTimeout(onGone, said.shownMs ?? SHOWN_MS, null)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('toggle', lift, true)
      element.hidePopover?.()
    }
  }, [said, onGone])
  return (
    <>
      <output className={controls.hidden}>{said?.text}</output>
      <p ref={sign} popover="manual" aria-hidden="true" className={said ? css.toast : controls.hidden}>
        {said?.text}
      </p>
    </>
  )
}
