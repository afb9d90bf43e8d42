import { useId, useRef, useState } from 'react'

import { useSettings, useSubtitlesOn } from '#features/settings/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon } from '#ui/icons/core-icons.ts'
import { Modal } from '#ui/Modal.tsx'

import { CandidateList } from './CandidateList.tsx'
import { chooseLyric } from './choices.store.ts'
import css from './LyricsDialog.module.css'
import LyricsLines from '../view/LyricsLines.tsx'
import { OffsetControl } from './OffsetControl.tsx'
import { useCandidates } from '../use-lyrics.ts'

/** Chooses the current track's lyrics, with a preview and the offset. */
export default function LyricsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('lyrics')
  const title = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { track, candidates, chosen, isPending, isFailed } = useCandidates('all')
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const selected = candidates.find(({ id }) => id === selectedId) ?? chosen ?? candidates[0]
  const isOn = useSubtitlesOn()
  const isInUse = isOn && selected !== undefined && selected.id === chosen?.id

  function handleUse() {
    if (!track || !selected) return
    chooseLyric(track.hash, selected.id)
    useSettings.setState({ enableSubtitle: true })
    dialog.current?.close()
  }

  return (
    <Modal ref={dialog} className={css.dialog} aria-labelledby={title} closesOnBack onClose={onClose}>
      <header className={css.header}>
        <h2 id={title} className={css.title}>
          {t('title')}
        </h2>
        <p className={css.track}>
          <bdi lang={langOfText(track?.title ?? '')}>{track?.title}</bdi>
        </p>
        <IconButton label={t('close')} onClick={() => dialog.current?.close()}>
          <CloseIcon />
        </IconButton>
      </header>
      <div className={css.body}>
        <CandidateList
          trackHash={track?.hash}
          candidates={candidates}
          chosenId={chosen?.id}
          selectedId={selected?.id}
          status={isPending ? 'pending' : isFailed ? 'failed' : 'there'}
          onSelect={setSelectedId}
        />
        <div className={css.preview}>
          {selected?.reading.cues ? (
            <LyricsLines
              key={selected.id}
              cues={selected.reading.cues}
              language={selected.reading.language}
              trackHash={track?.hash}
            />
          ) : (
            selected && <p className={css.problem}>{t(`problem.${selected.reading.problem ?? 'noCues'}`)}</p>
          )}
        </div>
      </div>
      <footer className={css.footer}>
        {track && <OffsetControl trackHash={track.hash} />}
        <button
          type="button"
          className={controls.primary}
          disabled={!selected?.reading.cues}
          onClick={isInUse ? () => dialog.current?.close() : handleUse}
        >
          {isInUse ? t('done') : t('use')}
        </button>
      </footer>
    </Modal>
  )
}
