import type { Work } from '@otodana/contract'

import { togglePlay, useWorkPlayback } from '#features/player/index.ts'
import type { Translate } from '#i18n/translations.ts'
import { shownName } from '#lib/format/shown-name.ts'
import { earlyTap } from '#lib/head-scripts/early-tap.ts'
import { PauseIcon, PlayIcon } from '#ui/icons/play-icons.tsx'
import { isSecondClick } from '#ui/is-second-click.ts'

type Props = {
  work: Work
  t: Translate<'works'>
  className: string | undefined
  isBusy: boolean
  onPlay: (work: Work) => void
}

/** The button on a card's cover: plays the work; on the work in the player, pauses and resumes, and marks it. */
export function CardPlay({ work, t, className, isBusy, onPlay }: Props) {
  const playback = useWorkPlayback(work.id)
  const title = shownName(work.title)
  return (
    <button
      type="button"
      className={className}
      tabIndex={-1}
      aria-label={playback === 'playing' ? t('pause', { title }) : t('play', { title })}
      aria-disabled={isBusy || undefined}
      data-playback={playback ?? undefined}
      {...earlyTap}
      onClick={(event) => {
        if (isSecondClick(event)) return
        if (playback === null) onPlay(work)
        else togglePlay()
      }}
    >
      {playback === 'playing' ? <PauseIcon size="1.25em" /> : <PlayIcon size="1.25em" />}
    </button>
  )
}
