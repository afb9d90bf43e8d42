import '#i18n/on-demand/history-texts.ts'

import { useOwner } from '#features/accounts/index.ts'
import { useEffect, useState } from 'react'

import { useIsPlaying, usePlayingHash, togglePlay } from '#features/player/index.ts'
import { useCovers } from '#features/works/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatTime } from '#lib/format/format-time.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon } from '#ui/icons/core-icons.ts'
import { OutlinedPauseIcon, OutlinedPlayIcon } from '#ui/icons/deferred-icons.ts'
import controls from '#ui/controls.module.css'
import { focusNeighbour, useFocusOnReturn } from '#ui/focus-after-removal.ts'
import { UndoNotice } from '#ui/UndoNotice.tsx'
import { isSecondClick } from '#ui/is-second-click.ts'

import { type BegunItem, secondsLeft } from './begun-list.ts'
import css from './ContinueShelf.module.css'
import { useBegun } from './use-begun.ts'
import { usePlayHeard } from './use-play-heard.ts'

type Props = {
  /** Whether they are shown where they have no place yet: a login has changed the page anyway. */
  mayAppear: boolean
}

/** Works to continue, the one heard last first: a tap goes on. */
export default function ContinueShelf({ mayAppear }: Props) {
  const owner = useOwner()
  return owner === null ? null : <Begun key={owner} owner={owner} mayAppear={mayAppear} />
}

function Begun({ owner, mayAppear }: Props & { owner: number }) {
  const { t } = useTranslation('history')
  const { works, isWaiting, removed, remove, putBack, forgetRemoved } = useBegun(owner)
  const { playFrom, busyHash } = usePlayHeard()
  const willFocus = useFocusOnReturn()
  const isEmpty = works.length === 0 && !removed
  const [hadWorks, setHadWorks] = useState(false)
  if (!isEmpty && !hadWorks) setHadWorks(true)
  useEffect(() => {
    if (isWaiting) return
    // Emptied by the listener.
    if (isEmpty && hadWorks) document.documentElement.removeAttribute('data-begun')
    else if (!isEmpty && mayAppear) document.documentElement.setAttribute('data-begun', '')
  }, [isWaiting, isEmpty, hadWorks, mayAppear])
  if (isEmpty && (isWaiting || hadWorks)) return null
  return (
    <section aria-labelledby="continue-listening">
      <div className={css.head}>
        <h2 id="continue-listening" className={css.heading}>
          {t('continue.title')}
        </h2>
        <a className={css.all} href="/history">
          {t('continue.history')}
        </a>
      </div>
      {isEmpty ? <p className={css.nothing}>{t('continue.nothing')}</p> : null}
      <ul className={css.row} hidden={isEmpty}>
        {works.map((work) => (
          <li key={work.workId} className={css.item}>
            <Card work={work} isBusy={busyHash === work.hash} onPlay={() => void playFrom(work)} />
            <IconButton
              isSmall
              className={css.remove}
              label={t('continue.remove', { title: work.workTitle })}
              data-remove={work.workId}
              onClick={({ currentTarget }) => {
                focusNeighbour(currentTarget)
                void remove(work)
              }}
            >
              <CloseIcon size="1.25em" />
            </IconButton>
          </li>
        ))}
      </ul>
      <UndoNotice
        removed={removed && { id: removed.workId, title: t('continue.removed', { title: removed.workTitle }) }}
        undoLabel={t('undo')}
        closeLabel={t('dismiss')}
        onUndo={() => {
          if (!removed) return
          willFocus(removed.workId)
          void putBack(removed)
        }}
        onGone={forgetRemoved}
      />
    </section>
  )
}

function Card({ work, isBusy, onPlay }: { work: BegunItem; isBusy: boolean; onPlay: () => void }) {
  const { t } = useTranslation('history')
  const { coverUrl } = useCovers()
  const isCurrent = usePlayingHash() === work.hash
  const isPlaying = useIsPlaying() && isCurrent
  const left = secondsLeft(work)
  const { workTitle, title, workId, seconds, durationSeconds } = work
  return (
    <button
      type="button"
      className={css.card}
      aria-disabled={isBusy}
      onClick={(event) => {
        if (isSecondClick(event)) return
        if (isPlaying) togglePlay()
        else onPlay()
      }}
    >
      <span className={css.cover}>
        <img className={css.image} src={coverUrl(workId, '240x240')} alt="" width={96} height={72} />
        <span className={css.mark}>{isPlaying ? <OutlinedPauseIcon /> : <OutlinedPlayIcon />}</span>
        {durationSeconds ? (
          <progress className={css.bar} max={durationSeconds} value={seconds} aria-hidden="true" />
        ) : null}
      </span>
      <span className={css.about}>
        <span className={controls.hidden}>{isPlaying ? t('continue.pause') : t('continue.play')} </span>
        <span className={css.work} lang={langOfText(workTitle)}>
          {workTitle}
        </span>
        <span className={css.track} lang={langOfText(title)}>
          {title}
        </span>
        <span className={css.left}>{left === null ? null : t('continue.left', { time: formatTime(left) })}</span>
      </span>
    </button>
  )
}
