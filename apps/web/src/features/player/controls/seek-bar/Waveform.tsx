import { useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from 'react'

import styles from './Waveform.module.css'
import { barsPath } from './waveform.ts'

type Props = {
  peaks: Uint8Array
  /** The buffered share of the track, 0 to 1. */
  buffered: number
}

/**
 * The track's waveform behind its slider: played up to the slider's `--at` in the accent colour, not yet buffered
 * faintly.
 */
export function Waveform({ peaks, buffered }: Props) {
  const picture = useRef<SVGSVGElement>(null)
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const svg = picture.current
    if (!svg) return undefined
    const measure = () => setSize({ width: svg.clientWidth, height: svg.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(svg)
    measure()
    return () => observer.disconnect()
  }, [])
  const path = useMemo(() => barsPath(peaks, width, height), [peaks, width, height])
  return (
    <svg ref={picture} className={styles.wave} style={{ '--here': buffered } as CSSProperties} aria-hidden="true">
      <path className={styles.all} d={path} />
      <path className={styles.here} d={path} />
      <path className={styles.played} d={path} />
    </svg>
  )
}
