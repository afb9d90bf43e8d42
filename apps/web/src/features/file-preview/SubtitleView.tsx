import type { TrackFile, TrackNode } from '@otodana/contract'
import { subtitleDuration } from '@otodana/subtitles'
import { useMemo, type ReactNode } from 'react'

import { LyricsLines } from '#features/lyrics/index.ts'
import { usePlayingHash } from '#features/player/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { shownName } from '#lib/format/shown-name.ts'

import { audioOf } from './audio-of.ts'
import type { ReadLines } from './read-text.ts'
import css from './TextView.module.css'

type Props = {
  file: TrackFile
  tree: readonly TrackNode[]
  lines: ReadLines
  /** Switches to another view. */
  modes: ReactNode
  onPlayAt: (file: TrackFile, seconds: number) => void
}

/** A subtitle's lines with times. A click plays its track from there, if known. */
export function SubtitleView({ file, tree, lines: { cues, language }, modes, onPlayAt }: Props) {
  const { t } = useTranslation('file-preview')
  const audio = useMemo(() => audioOf(tree, file, subtitleDuration(cues)), [tree, file, cues])
  const isCurrent = usePlayingHash() === audio?.hash
  return (
    <>
      <div className={css.toolbar}>{modes}</div>
      <p className={css.notice}>
        {audio ? t('subtitle.plays', { name: shownName(audio.title) }) : t('subtitle.noAudio')}
      </p>
      <div className={css.lines}>
        <LyricsLines
          cues={cues}
          language={language}
          trackHash={audio?.hash}
          isAside={!isCurrent}
          onChoose={audio && ((seconds) => onPlayAt(audio, seconds))}
        />
      </div>
    </>
  )
}
