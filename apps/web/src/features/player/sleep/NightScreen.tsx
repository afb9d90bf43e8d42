import '#i18n/on-demand/player-texts.ts'

import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatClock } from '#lib/format/format-date.ts'
import { Modal } from '#ui/Modal.tsx'

import styles from './NightScreen.module.css'
import { useCurrentTrack } from '../use-player.ts'

/** How long its content stays in one place. */
const MOVE_MS = 20_000

/** A dark screen with a moving clock and title. Any press, key or touch only closes it. */
export default function NightScreen({ onClose }: { onClose: () => void }) {
  const { t, locale } = useTranslation('player')
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useCurrentTrack()?.title
  const [{ now, x, y }, setPlace] = useState(() => ({ now: Date.now(), x: 0.5, y: 0.5 }))

  useEffect(() => {
    const interval = setInterval(() => {
      setPlace({ now: Date.now(), x: Math.random(), y: Math.random() })
    }, MOVE_MS)
    return () => clearInterval(interval)
  }, [])
  useLayoutEffect(() => (dialog.current ? leaveOnAnything(dialog.current) : undefined), [])

  return (
    <Modal ref={dialog} className={styles.night} aria-label={t('night.label')} onClose={onClose}>
      <div
        className={styles.drift}
        style={{ left: `${10 + x * 80}%`, top: `${10 + y * 80}%`, translate: `${-x * 100}% ${-y * 100}%` }}
      >
        <p className={styles.clock}>{formatClock(now, locale)}</p>
        <p>{title}</p>
        <p>{t('night.hint')}</p>
      </div>
    </Modal>
  )
}

/** @returns a function that stops it */
function leaveOnAnything(dialog: HTMLDialogElement): () => void {
  const leave = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    dialog.close()
  }
  // A touch's click comes after the screen has closed, and would hit what is below: so the end of the touch counts, and
  // its click is suppressed. Small movements of a resting mouse are ignored.
  const leaveByMouse = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && Math.hypot(event.movementX, event.movementY) > 2) leave(event)
  }
  const listeners = new AbortController()
  const options = { signal: listeners.signal, capture: true, passive: false }
  for (const name of ['keydown', 'wheel', 'touchend', 'touchcancel', 'click'])
    document.addEventListener(name, leave, options)
  document.addEventListener('pointermove', leaveByMouse, options)
  return () => listeners.abort()
}
