import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'

import { unsay, useSaid, type Saying } from '#lib/say.ts'
import controls from '#ui/controls.module.css'
import { useNoticePlace } from '#ui/Notice.tsx'
import css from '#ui/Notice.module.css'

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

  const shown = said.map(({ id, text }) => (
    <p key={id} className={css.saying}>
      {text}
    </p>
  ))
  return (
    <>
      <Ear onReady={setPageEar} />
      {said.map((saying) => (
        <Timed key={saying.id} saying={saying} ear={ear} />
      ))}
      {dialog
        ? createPortal(
            <>
              <Ear onReady={setDialogEar} />
              {said.length > 0 ? <OverDialog dialog={dialog}>{shown}</OverDialog> : null}
            </>,
            dialog,
          )
        : place &&
          createPortal(
            <div className={css.sayings} aria-hidden="true">
              {shown}
            </div>,
            place,
          )}
    </>
  )
}

/** The dialog that the latest saying has to be said in: the uppermost one when it came, as long as it is open. */
function useDialogBelow(latest: number | undefined): HTMLDialogElement | null {
  const [seen, setSeen] = useState<number>()
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  if (latest !== seen) {
    setSeen(latest)
    if (latest !== undefined) setDialog(uppermostDialog())
  }
  const subscribe = useCallback(
    (listener: () => void) => {
      // It fires also where the dialog has been taken out of the page meanwhile.
      dialog?.addEventListener('close', listener)
      return () => dialog?.removeEventListener('close', listener)
    },
    [dialog],
  )
  // It may close in the very moment in which something is said.
  const isOpen = useSyncExternalStore(subscribe, () => dialog !== null && dialog.open && dialog.isConnected)
  return isOpen ? dialog : null
}

/** All of ours are modal, and the focus is in the uppermost one. */
function uppermostDialog(): HTMLDialogElement | null {
  const open = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')]
  return open.findLast((dialog) => dialog.contains(document.activeElement)) ?? open.at(-1) ?? null
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

/** Over everything, and for the dialog to leave room for: it knows the height as `--said-height`. */
function OverDialog({ dialog, children }: { dialog: HTMLElement; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Browsers that know no popovers show it where it stands; the dialog may be gone by now.
    if (dialog.isConnected) ref.current?.showPopover?.()
    return () => void dialog.style.removeProperty('--said-height')
  }, [dialog])
  // At every render: what is in it may be another.
  useLayoutEffect(() => dialog.style.setProperty('--said-height', `${ref.current?.offsetHeight ?? 0}px`))
  return (
    <div ref={ref} popover="manual" className={`${css.place} ${css.over}`} aria-hidden="true">
      {children}
    </div>
  )
}
