import { useId } from 'react'

import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatSize } from '#lib/format/format-size.ts'
import { formatTime } from '#lib/format/format-time.ts'
import { secondsLeft } from '#lib/format/speed.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon } from '#ui/icons/core-icons.ts'
import { ChevronUpIcon } from '#ui/icons/deferred-icons.ts'
import { PauseIcon, PlayIcon } from '#ui/icons/play-icons.tsx'
import progressBar from '#ui/progress.module.css'

import { removeKept, setOrder, setPaused, tryAgain } from '../actions.ts'
import { type KeptEntry, shareOf, stateOf, useKept } from '../kept.store.ts'
import { StateText } from '../StateText.tsx'
import css from './Downloads.module.css'

/**
 * What waits to be fetched, all together and work by work.
 *
 * @param works  in the order of the queue
 */
export function Downloads({ works }: { works: readonly KeptEntry[] }) {
  const { t } = useTranslation('kept')
  const { trouble, pendingBytes, bytesPerSecond } = useKept()
  const id = useId()
  if (works.length === 0) return null
  const received = sumOf(works, (entry) => entry.sum.receivedBytes + (pendingBytes[entry.workId] ?? 0))
  const expected = sumOf(works, (entry) => entry.sum.expectedBytes)
  const isPaused = works.every((entry) => stateOf(entry) === 'paused')
  const seconds = isPaused ? null : secondsLeft(expected - received, bytesPerSecond)
  return (
    <section className={css.downloads} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {t('queue.title')}
        </h2>
        <button type="button" className={controls.button} onClick={() => void setPaused(works, !isPaused)}>
          {isPaused ? t('queue.resumeAll') : t('queue.pauseAll')}
        </button>
      </div>
      <progress
        className={`${progressBar.bar} ${css.bar}`}
        max={Math.max(1, expected)}
        value={Math.min(received, expected)}
        aria-label={t('queue.all')}
      />
      <p className={css.figures}>
        <span>{t('queue.figures', { received: formatSize(received), total: formatSize(expected) })}</span>
        {bytesPerSecond === null || isPaused ? null : (
          <span>{t('queue.speed', { size: formatSize(Math.round(bytesPerSecond)) })}</span>
        )}
        {seconds === null ? null : <span>{t('queue.left', { time: formatTime(seconds) })}</span>}
      </p>
      <div role="status">
        {trouble === null || isPaused ? null : (
          <p className={`${forms.failure} ${css.trouble}`}>
            {t(`trouble.${trouble}`)}
            <button type="button" className={controls.button} onClick={tryAgain}>
              {t('retry')}
            </button>
          </p>
        )}
      </div>
      <ol className={css.list}>
        {works.map((entry, index) => (
          <Row
            key={`${entry.owner} ${entry.workId}`}
            entry={entry}
            onUp={index === 0 ? null : () => void setOrder(movedUp(works, index))}
          />
        ))}
      </ol>
      <p className={css.hint}>{t('whileOpen')}</p>
    </section>
  )
}

function Row({ entry, onUp }: { entry: KeptEntry; onUp: (() => void) | null }) {
  const { t } = useTranslation('kept')
  const pendingBytes = useKept((kept) => kept.pendingBytes[entry.workId] ?? 0)
  const title = shownName(entry.work.title)
  const isPaused = stateOf(entry) === 'paused'
  return (
    <li className={css.row}>
      <span className={css.name} lang={langOfText(title)}>
        {title}
      </span>
      <span className={css.state}>
        <StateText entry={entry} />
      </span>
      <progress
        className={`${progressBar.bar} ${css.thin}`}
        max={1}
        value={shareOf(entry, pendingBytes)}
        aria-label={t('progress', { title })}
      />
      <span className={css.buttons}>
        <IconButton label={t('queue.up', { title })} aria-disabled={onUp === null} onClick={() => onUp?.()}>
          <ChevronUpIcon />
        </IconButton>
        <IconButton
          label={isPaused ? t('queue.resumeOne', { title }) : t('queue.pauseOne', { title })}
          onClick={() => void setPaused([entry], !isPaused)}
        >
          {isPaused ? <PlayIcon /> : <PauseIcon />}
        </IconButton>
        <IconButton label={t('queue.cancel', { title })} onClick={() => void removeKept([entry])}>
          <CloseIcon />
        </IconButton>
      </span>
    </li>
  )
}

function movedUp<T>(all: readonly T[], index: number): T[] {
  const moved = [...all]
  moved.splice(index - 1, 0, ...moved.splice(index, 1))
  return moved
}

const sumOf = (works: readonly KeptEntry[], of: (entry: KeptEntry) => number) =>
  works.reduce((sum, entry) => sum + of(entry), 0)
