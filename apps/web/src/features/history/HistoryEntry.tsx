import { useCurrentTrack, useIsPlaying, togglePlay, type QueueTrack } from '#features/player/index.ts'
import { useCovers, useWorkTexts } from '#features/works/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { formatClock } from '#lib/format/format-date.ts'
import { formatTime } from '#lib/format/format-time.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon } from '#ui/icons/core-icons.ts'
import { focusNeighbour } from '#ui/focus-after-removal.ts'
import { OutlinedPauseIcon, OutlinedPlayIcon } from '#ui/icons/deferred-icons.ts'
import { isSecondClick } from '#ui/is-second-click.ts'

import { type Entry, heardSecondsOf, idOf, lastMsOf } from './history-entries.ts'
import type { HeardTrack } from './history-log.ts'
import css from './HistoryEntry.module.css'

type Props = {
  entry: Entry
  isBusy: boolean
  onPlay: (track: HeardTrack) => void
  onRemove: (entry: Entry) => void
}

/** A work on one day: the track played last, where it was left, and how much was heard. */
export function HistoryEntry({ entry, isBusy, onPlay, onRemove }: Props) {
  const { t, locale } = useTranslation('history')
  const { coverUrl } = useCovers()
  const texts = useWorkTexts()
  const current = useCurrentTrack()
  const isSounding = useIsPlaying()
  const [last] = entry.tracks
  if (!last) return null
  const { workId, isMissing } = entry
  const { workTitle, workPath, circle, title } = last
  const others = entry.tracks.length - 1
  const isPlaying = isSounding && isOfEntry(entry, current)
  const time = formatClock(lastMsOf(entry), locale)
  const cover = (
    <img className={css.image} src={coverUrl(workId, '240x240')} alt="" width={96} height={72} loading="lazy" />
  )
  return (
    <article className={css.entry} aria-label={workTitle}>
      {isMissing ? (
        <span className={css.cover}>{cover}</span>
      ) : (
        <a className={css.cover} href={workPath} tabIndex={-1} aria-hidden="true">
          {cover}
        </a>
      )}
      <div className={css.about}>
        <h3 className={css.title} lang={langOfText(workTitle)}>
          {isMissing ? workTitle : <a href={workPath}>{workTitle}</a>}
        </h3>
        <p className={css.track}>
          <span className={css.name} lang={langOfText(title)}>
            {title}
          </span>
          <span className={css.position}>{positionOf(last)}</span>
        </p>
        <p className={css.facts}>
          <span>{time}</span>
          <span>{t('heard', { duration: texts.duration(heardSecondsOf(entry)) ?? '' })}</span>
          {others > 0 ? <span>{t('more', { count: others, formatted: formatCount(others) })}</span> : null}
          {isMissing ? (
            <span>{t('missing')}</span>
          ) : (
            <span className={css.circle} lang={langOfText(circle)}>
              {circle}
            </span>
          )}
        </p>
      </div>
      <div className={css.actions}>
        {isMissing ? null : (
          <IconButton
            label={isPlaying ? t('pause', { title: workTitle }) : t('play', { title: workTitle, track: title })}
            aria-disabled={isBusy}
            onClick={(event) => {
              if (isSecondClick(event)) return
              if (isPlaying) togglePlay()
              else onPlay(last)
            }}
          >
            {isPlaying ? <OutlinedPauseIcon /> : <OutlinedPlayIcon />}
          </IconButton>
        )}
        <IconButton
          label={t('remove', { title: workTitle })}
          data-remove={idOf(entry)}
          onClick={({ currentTarget }) => {
            focusNeighbour(currentTarget)
            onRemove(entry)
          }}
        >
          <CloseIcon />
        </IconButton>
      </div>
    </article>
  )

  function positionOf({ seconds, durationSeconds }: HeardTrack): string {
    if (seconds === 0) return t('finished')
    const at = formatTime(seconds)
    return durationSeconds === null ? at : t('position', { at, length: formatTime(durationSeconds) })
  }
}

function isOfEntry({ tracks }: Entry, current: QueueTrack | null): boolean {
  return tracks.some(({ hash }) => hash === current?.hash)
}
