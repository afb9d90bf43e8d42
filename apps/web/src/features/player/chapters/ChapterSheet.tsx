import '#i18n/on-demand/player-texts.ts'

import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatTime } from '#lib/format/format-time.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'

import { Equaliser } from '../controls/Equaliser.tsx'
import { player } from '../player.ts'
import { closeSheet } from '../sheets.ts'
import { useIsPlaying } from '../use-player.ts'
import { findChapters, isLongList } from './chapters.ts'
import styles from './ChapterSheet.module.css'
import { useChapterIndex, useChapterName, useChapters } from './use-chapters.ts'

/** As long as a title may be. */
const MAX_WORDS = 200

/** The chapters of the current track: each can be played; a long list can be searched. */
export default function ChapterSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('player')
  const chapters = useChapters()
  const current = useChapterIndex()
  const nameOf = useChapterName()
  const isPlaying = useIsPlaying()
  const [text, setText] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const found = findChapters(chapters, text)

  useLayoutEffect(() => {
    const sheet = list.current?.closest('dialog')
    return sheet ? keepAbove(sheet) : undefined
  }, [])
  useEffect(() => {
    const button = list.current?.querySelector<HTMLElement>('[aria-current]')
    const sheet = button?.closest('dialog')
    if (!button || !sheet) return
    // Not `scrollIntoView`, which would scroll the page as well.
    const above = button.getBoundingClientRect().top - sheet.getBoundingClientRect().top
    sheet.scrollTop += above - (sheet.clientHeight - button.offsetHeight) / 2
  }, [])

  function handleChoice(startSeconds: number) {
    player.seekTo(startSeconds)
    player.play()
    closeSheet()
  }

  return (
    <Dialog variant="sheet" title={t('chapters.title')} onClose={onClose}>
      {isLongList(chapters) && (
        <TextField
          type="search"
          label={t('chapters.find')}
          value={text}
          maxLength={MAX_WORDS}
          autoComplete="off"
          enterKeyHint="search"
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <ol ref={list} className={styles.list}>
        {found.map(({ index, startSeconds }) => (
          <li key={index} className={styles.item}>
            <button
              type="button"
              className={styles.chapter}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => handleChoice(startSeconds)}
            >
              <span className={styles.number}>
                {index === current ? <Equaliser isMoving={isPlaying} /> : index + 1}
              </span>
              <bdi className={styles.name} lang={langOfText(nameOf(index))}>
                {nameOf(index)}
              </bdi>
              <span className={styles.time}>{formatTime(startSeconds)}</span>
            </button>
          </li>
        ))}
      </ol>
      <output className={styles.none}>{found.length === 0 ? t('chapters.none', { text: text.trim() }) : ''}</output>
    </Dialog>
  )
}

const GAP_PX = 8

/**
 * On a wide screen places the sheet above the full player's button, not over its queue.
 *
 * @returns a function that ends that
 */
function keepAbove(sheet: HTMLElement): () => void {
  const place = () => {
    const button = document.querySelector('[open] [data-opens-chapters]')?.getBoundingClientRect()
    const isPlaced = button !== undefined && matchMedia('(min-width: 48em)').matches
    const left = isPlaced ? button.left + button.width / 2 - sheet.offsetWidth / 2 : 0
    sheet.style.inset = isPlaced ? `auto auto ${innerHeight - button.top + GAP_PX}px ${Math.max(GAP_PX, left)}px` : ''
    sheet.style.maxHeight = isPlaced ? `${button.top - 2 * GAP_PX}px` : ''
  }
  place()
  addEventListener('resize', place)
  return () => removeEventListener('resize', place)
}
