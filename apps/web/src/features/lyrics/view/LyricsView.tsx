import { useRef, useState, type ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { focusOpener, giveFocusBack } from '#lib/browser/focus.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { TuneIcon } from '#ui/icons/player-icons.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import LyricsLines from './LyricsLines.tsx'
import css from './LyricsView.module.css'
import { useLyrics } from '../use-lyrics.ts'

const LyricsDialog = lazyComponent(() => import('../choose/LyricsDialog.tsx'), PartMissing)

/** The lyrics in place of the full player's cover; the cover if there are none. */
export default function LyricsView({ cover }: { cover: ReactNode }) {
  const { t } = useTranslation('lyrics')
  const { cues, language, track, candidates, chosen } = useLyrics()
  const [isChoosing, setChoosing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  function handleOpen() {
    focusOpener(opener.current)
    setChoosing(true)
  }

  function handleClose() {
    setChoosing(false)
    giveFocusBack(opener.current)
  }

  return (
    <section className={css.view} aria-label={t('title')}>
      {cues ? (
        <LyricsLines key={chosen?.id} cues={cues} language={language} trackHash={track?.hash} isLarge />
      ) : (
        <div className={css.cover}>{cover}</div>
      )}
      {!cues && candidates.length > 0 && <p className={css.note}>{t('unsure')}</p>}
      <IconButton ref={opener} label={t('choose')} className={css.choose} aria-haspopup="dialog" onClick={handleOpen}>
        <TuneIcon />
      </IconButton>
      {isChoosing && <LyricsDialog onClose={handleClose} />}
    </section>
  )
}
