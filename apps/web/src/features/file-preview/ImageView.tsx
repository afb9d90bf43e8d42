import type { TrackFile } from '@otodana/contract'
import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { mediaAddress } from '#lib/api/media-address.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import { IconButton } from '#ui/IconButton.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons/core-icons.ts'
import { MinusIcon, PlusIcon } from '#ui/icons/deferred-icons.ts'

import { ImageProblem } from './ImageProblem.tsx'
import css from './ImageView.module.css'
import { usePinch } from './use-pinch.ts'
import {
  fit,
  fitted,
  MAX_SCALE,
  STEP,
  within,
  zoomAt,
  panBy,
  swipeOf,
  type Point,
  type Size,
  type View,
} from './zoom.ts'

type Props = {
  file: TrackFile
  previous: TrackFile | undefined
  next: TrackFile | undefined
  onTurn: (file: TrackFile) => void
}

const nothing: Size = { width: 0, height: 0 }
const middle: Point = { x: 0, y: 0 }
/** Pixels per press of an arrow key in an enlarged image. */
const KEY_STEP = 80

/** An image fitted into the window; zoomed by wheel, pinch, double click, buttons or keys, and then panned. */
export function ImageView({ file, previous, next, onTurn }: Props) {
  const { t } = useTranslation('file-preview')
  const frame = useRef<HTMLDivElement>(null)
  const [frameSize, setFrameSize] = useState(nothing)
  const [picture, setPicture] = useState(nothing)
  const [view, setView] = useState<View>(fitted)
  const [status, setStatus] = useState<'pending' | 'there' | 'failed'>('pending')
  const [attempt, setAttempt] = useState(0)
  const shown = fit(picture, frameSize)
  // Another image resets the view; the buttons stay mounted and keep the focus.
  const [begun, setBegun] = useState(file)
  if (begun !== file) {
    setBegun(file)
    setPicture(nothing)
    setView(fitted)
    setStatus('pending')
  }

  const zoom = (factor: number, at: Point = middle) => setView((now) => zoomAt(now, factor, at, shown, frameSize))
  const pan = (by: Point) => setView((now) => panBy(now, by, shown, frameSize))
  const turn = (to: 'next' | 'previous') => {
    const other = to === 'next' ? next : previous
    if (other) onTurn(other)
  }
  const { handlers, dragged } = usePinch(frame, {
    isLoose: view.scale === 1,
    onZoom: zoom,
    onPan: pan,
    onSwipe: (by) => {
      const to = swipeOf(by)
      if (to) turn(to)
    },
    onDoubleTap: (at) => (view.scale > 1 ? setView(fitted) : zoom(2.5, at)),
  })

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = () => setFrameSize({ width: element.clientWidth, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const action = actionOf(event.key, view.scale > 1)
      if (!action) return
      event.preventDefault()
      event.stopPropagation()
      if (action.kind === 'turn') turn(action.to)
      else if (action.kind === 'pan') pan(action.by)
      else if (action.kind === 'zoom') zoom(action.factor)
      else setView(fitted)
    }
    // Before the player, whose arrow keys seek.
    document.addEventListener('keydown', handleKey, true)
    return () => document.removeEventListener('keydown', handleKey, true)
  })

  const placed = within(view, shown, frameSize)
  const style: CSSProperties = {
    width: shown.width,
    height: shown.height,
    transform: `translate(${placed.x + (placed.scale === 1 ? dragged : 0)}px, ${placed.y}px) scale(${placed.scale})`,
  }
  return (
    <div className={css.view}>
      <div
        ref={frame}
        className={css.frame}
        data-enlarged={view.scale > 1 ? '' : undefined}
        // An error message is neither panned nor zoomed.
        {...(status === 'failed' ? {} : handlers)}
      >
        {status === 'pending' && (
          <p className={css.pending} role="status">
            {t('loading')}
          </p>
        )}
        {status === 'failed' ? (
          <ImageProblem
            file={file}
            onRetry={() => {
              setStatus('pending')
              setAttempt(attempt + 1)
            }}
          />
        ) : (
          <img
            key={`${file.hash} ${attempt}`}
            className={css.image}
            style={style}
            src={mediaAddress(file.mediaStreamUrl)}
            alt={shownName(file.title)}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              // A drawing without its own size is shown as large as possible.
              setPicture({ width: naturalWidth || 4000, height: naturalHeight || 4000 })
              setStatus('there')
            }}
            onError={() => setStatus('failed')}
          />
        )}
      </div>
      <div className={css.controls} role="toolbar" aria-label={t('image.controls')}>
        <IconButton label={t('image.previous')} aria-disabled={!previous} onClick={() => turn('previous')}>
          <ChevronLeftIcon />
        </IconButton>
        <IconButton label={t('image.smaller')} aria-disabled={view.scale <= 1} onClick={() => zoom(1 / STEP)}>
          <MinusIcon />
        </IconButton>
        <button type="button" className={css.scale} title={t('image.fit')} onClick={() => setView(fitted)}>
          {Math.round(view.scale * 100)}% <span className={controls.hidden}>{t('image.fit')}</span>
        </button>
        <IconButton label={t('image.larger')} aria-disabled={view.scale >= MAX_SCALE} onClick={() => zoom(STEP)}>
          <PlusIcon />
        </IconButton>
        <IconButton label={t('image.next')} aria-disabled={!next} onClick={() => turn('next')}>
          <ChevronRightIcon />
        </IconButton>
      </div>
    </div>
  )
}

type Action =
  | { kind: 'turn'; to: 'next' | 'previous' }
  | { kind: 'pan'; by: Point }
  | { kind: 'zoom'; factor: number }
  | { kind: 'fit' }

/** The arrow keys pan an enlarged image, and otherwise open the next one. */
function actionOf(key: string, isEnlarged: boolean): Action | null {
  const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key]
  if (way && isEnlarged) return { kind: 'pan', by: { x: way[0]! * KEY_STEP, y: way[1]! * KEY_STEP } }
  if (key === 'ArrowLeft' || key === 'PageUp') return { kind: 'turn', to: 'previous' }
  if (key === 'ArrowRight' || key === 'PageDown') return { kind: 'turn', to: 'next' }
  if (key === '+' || key === '=') return { kind: 'zoom', factor: STEP }
  if (key === '-' || key === '_') return { kind: 'zoom', factor: 1 / STEP }
  return key === '0' ? { kind: 'fit' } : null
}
