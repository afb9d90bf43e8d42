import { useEffect } from 'react'

import controls from './controls.module.css'
import css from './Toast.module.css'

/** What is said; the same text said again is another one. */
export type Said = { text: string }

/** Milliseconds: enough to read a line, and again. */
const SHOWN_MS = 5_000

/**
 * Says in passing what has been done, above the player; read out too. Always in the document, for a screen reader tells of
 * changes only.
 */
export function Toast({ said, onGone }: { said: Said | null; onGone: (said: null) => void }) {
  useEffect(() => {
    if (!said) return undefined
    const timer = setTimeout(onGone, SHOWN_MS, null)
    return () => clearTimeout(timer)
  }, [said, onGone])
  return <output className={said ? css.toast : controls.hidden}>{said?.text}</output>
}
