import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { dismissToast, useToasts, type Toast } from './toast.ts'
import controls from './controls.module.css'
import { useNoticePlace } from './Notice.tsx'
import css from './Notice.module.css'
import { OverDialog, useDialogBelow } from './over-dialog.tsx'

/** Screen readers only announce changes in regions that have existed for a while. */
const LISTENING_MS = 100

/**
 * All toasts of the page: beside the notices, or inside the open dialog, because everything else is inert. Earlier
 * toasts stay behind the dialog.
 */
export function Toasts() {
  const { toasts } = useToasts()
  const place = useNoticePlace()
  const dialog = useDialogBelow(toasts.at(-1)?.id)
  const [pageEar, setPageEar] = useState<HTMLElement | null>(null)
  const [dialogEar, setDialogEar] = useState<HTMLElement | null>(null)
  const ear = dialog ? dialogEar : pageEar

  const shown = (
    <div className={css.toasts} aria-hidden="true">
      {toasts.map(({ id, text }) => (
        <p key={id} className={css.toast}>
          {text}
        </p>
      ))}
    </div>
  )
  return (
    <>
      <Ear onReady={setPageEar} />
      {toasts.map((one) => (
        <Timed key={one.id} toast={one} ear={ear} />
      ))}
      {dialog ? createPortal(<Ear onReady={setDialogEar} />, dialog) : null}
      {dialog ? <OverDialog dialog={dialog}>{shown}</OverDialog> : place && createPortal(shown, place)}
    </>
  )
}

/** A live region: screen readers announce only what is added. */
function Ear({ onReady }: { onReady: (ear: HTMLElement | null) => void }) {
  const ref = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => onReady(ref.current), LISTENING_MS)
    return () => {
      clearTimeout(timer)
      onReady(null)
    }
  }, [onReady])
  return <output ref={ref} className={controls.hidden} aria-atomic="false" />
}

/** Removes a toast after its time, and announces it once, in one place. */
function Timed({ toast: { id, text, shownMs }, ear }: { toast: Toast; ear: HTMLElement | null }) {
  const [readIn, setReadIn] = useState<HTMLElement | null>(null)
  if (readIn === null && ear !== null) setReadIn(ear)
  const end = useEffectEvent(() => dismissToast(id))
  useEffect(() => {
    const timer = setTimeout(() => end(), shownMs)
    return () => clearTimeout(timer)
  }, [shownMs])
  return readIn && createPortal(<span>{text}</span>, readIn)
}
