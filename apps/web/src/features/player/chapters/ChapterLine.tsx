import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { ChapterBackIcon, ChapterForwardIcon } from '#ui/icons/player-icons.tsx'

import { playback } from '../engine/page-engine.ts'
import { player } from '../player.ts'
import { openSheet } from '../sheets.ts'
import styles from './ChapterLine.module.css'
import { skipChapter } from './skip-chapter.ts'
import { useChapterIndex, useChapterName, useChapters } from './use-chapters.ts'

/** The chapter that plays, between buttons that skip by chapters; its name opens the list. Nothing without chapters. */
export function ChapterLine() {
  const { t } = useTranslation('player')
  const { length } = useChapters()
  const index = useChapterIndex()
  const nameOf = useChapterName()
  if (length === 0) return null
  const name = nameOf(Math.max(index, 0))
  return (
    <div className={styles.line} role="group" aria-label={t('chapters.title')}>
      <IconButton label={t('chapters.previous')} onClick={() => skipChapter('back', playback, player)}>
        <ChapterBackIcon />
      </IconButton>
      <button
        type="button"
        className={styles.open}
        data-opens-chapters=""
        aria-haspopup="dialog"
        aria-label={t('chapters.open', { name })}
        onClick={() => openSheet('chapters')}
      >
        <bdi className={styles.name} lang={langOfText(name)}>
          {name}
        </bdi>
        <span className={styles.count}>
          {Math.max(index, 0) + 1} / {length}
        </span>
      </button>
      <IconButton
        label={t('chapters.next')}
        aria-disabled={index === length - 1}
        onClick={() => skipChapter('forward', playback, player)}
      >
        <ChapterForwardIcon />
      </IconButton>
    </div>
  )
}
