import type { ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import ChooseButton from '../choose/ChooseButton.tsx'
import LyricsLines from './LyricsLines.tsx'
import css from './LyricsView.module.css'
import { useLyrics } from '../use-lyrics.ts'

/** The lyrics in place of the full player's cover; the cover if there are none. */
export default function LyricsView({ cover }: { cover: ReactNode }) {
  const { t } = useTranslation('lyrics')
  const { cues, language, track, candidates, chosen } = useLyrics()
  return (
    <section className={css.view} aria-label={t('title')}>
      {cues ? (
        <LyricsLines key={chosen?.id} cues={cues} language={language} trackHash={track?.hash} isLarge />
      ) : (
        <div className={css.cover}>{cover}</div>
      )}
      {cues ? (
        <ChooseButton className={css.choose} />
      ) : (
        <div className={css.note}>
          <p>{candidates.length > 0 ? t('unsure') : t('none')}</p>
          <ChooseButton />
        </div>
      )}
    </section>
  )
}
