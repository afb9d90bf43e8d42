import { useLayoutEffect, useRef } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import progressBar from '#ui/progress.module.css'

import styles from './Picture.module.css'
import type { Picture } from './picture.ts'
import { usePicture } from './picture.store.ts'
import { bringBack } from './picture-window.ts'

/**
 * Why there is a cover in place of the picture, and what can be done. Nothing while it loads, or if there is no picture.
 * Screen readers hear that it is being made, and not each percent; the sentence is announced only where its place was before.
 */
export function PictureNote({ picture }: { picture: Picture }) {
  const { t } = useTranslation('video')
  const status = usePicture((state) => state.status)
  const isApart = usePicture(({ apart }) => apart !== null)
  const note = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    // The button that opened the window is gone, and the focus with it.
    if (isApart && document.activeElement === document.body)
      (note.current?.querySelector('button') ?? note.current)?.focus({ preventScroll: true })
  }, [isApart])

  /** The button goes, and would take the focus with it. */
  function handlePress(act: () => void) {
    note.current?.focus({ preventScroll: true })
    act()
  }

  return (
    <div ref={note} className={styles.note} tabIndex={-1}>
      <p role="status">
        {isApart && status === 'shown' ? t('apart') : null}
        {status === 'making' ? t('making') : null}
        {status === 'failed' ? t('failed') : null}
        {status === 'offered' ? t('offered') : null}
        {status === 'blocked' ? t('blocked') : null}
      </p>
      {status === 'making' ? <Progress /> : null}
      {isApart && status === 'shown' ? (
        <button type="button" className={controls.button} onClick={() => handlePress(bringBack)}>
          {t('bringBack')}
        </button>
      ) : null}
      {status === 'offered' || status === 'blocked' || status === 'failed' ? (
        <button type="button" className={controls.button} onClick={() => handlePress(picture.request)}>
          {status === 'failed' ? t('retry') : t('show')}
        </button>
      ) : null}
    </div>
  )
}

function Progress() {
  const { t } = useTranslation('video')
  const progress = usePicture((state) => state.progress)
  if (progress === null) return null
  const percent = Math.floor(progress * 100)
  return (
    <div className={styles.progress}>
      <progress className={progressBar.bar} aria-label={t('making')} max={100} value={percent} />
      <span aria-hidden="true">{t('percent', { percent })}</span>
    </div>
  )
}
