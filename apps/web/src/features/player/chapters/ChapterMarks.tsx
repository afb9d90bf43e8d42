import type { CSSProperties } from 'react'

import styles from './ChapterMarks.module.css'
import { useChapters } from './use-chapters.ts'

/** More would be a solid line. */
const MAX_MARKS = 100

/** Marks on the seek bar where chapters begin; its `--thumb` is the width of the thumb. */
export function ChapterMarks({ durationSeconds }: { durationSeconds: number | null }) {
  const chapters = useChapters()
  if (durationSeconds === null || chapters.length > MAX_MARKS) return null
  return chapters.map(({ startSeconds }) =>
    startSeconds > 0 && startSeconds < durationSeconds ? (
      <i
        key={startSeconds}
        className={styles.mark}
        data-chapter-mark=""
        style={{ '--at': startSeconds / durationSeconds } as CSSProperties}
      />
    ) : null,
  )
}
