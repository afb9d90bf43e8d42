import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

import { unsay, useSaid, type Saying } from '#lib/say.ts'
import controls from '#ui/controls.module.css'
import { useNoticePlace } from '#ui/Notice.tsx'
import css from '#ui/Notice.module.css'
import { OverDialog, useDialogBelow } from '#ui/over-dialog.tsx'

/** A screen reader tells of changes only, in what has been there for a while. */
const LISTENING_MS = 100

/**
 * What is said in passing by whatever part of the page: with the other notices, and while a dialog makes all else inert,
 * in that dialog. What was said before the dialog opened stays behind it.
 */
export default function Sayings() {
  const said = useSaid((state) => state.said)
  const place = useNoticePlace()
  const dialog = useDialogBelow(said.at(-1)?.id)
  const [pageEar, setPageEar] = useState<HTMLElement | null>(null)
  const [dialogEar, setDialogEar] = useState<HTMLElement | null>(null)
  const ear = dialog ? dialogEar : pageEar

  const shown = (
    <div className={css.sayings} aria-hidden="true">
      {said.map(({ id, text }) => (
        <p key={id} className={css.saying}>
          {text}
        </p>
      ))}
    </div>
  )
  return (
    <>
      <Ear onReady={setPageEar} />
      {said.map((saying) => (
        <Timed key={saying.id} saying={saying} ear={ear} />
      ))}
      {dialog ? createPortal(<Ear onReady={setDialogEar} />, dialog) : null}
      {dialog ? <OverDialog dialog={dialog}>{shown}</OverDialog> : place && createPortal(shown, place)}
    </>
  )
}

/** Is read out when something is put into it: only what is new, for what passes is many things. */
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

/** Keeps a saying for its time, and has it read out in one place, once. */
function Timed({ saying: { id, text, shownMs }, ear }: { saying: Saying; ear: HTMLElement | null }) {
  const [readIn, setReadIn] = useState<HTMLElement | null>(null)
  if (readIn === null && ear !== null) setReadIn(ear)
  const end = useEffectEvent(() => unsay(id))
  useEffect(() => {
    const timer = setTimeout(() => end(), shownMs)
    return () => clearTimeout(timer)
  }, [shownMs])
  return readIn && createPortal(<span>{text}</span>, readIn)
}
