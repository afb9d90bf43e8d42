import { useId, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'

import type { LyricCandidate } from './candidates.ts'
import css from './CandidateList.module.css'
import { openFile } from '../files/opened-files.store.ts'

type Props = {
  trackHash: string | undefined
  /** Best first. */
  candidates: readonly LyricCandidate[]
  /** The one that is shown while the track plays. */
  chosenId: string | undefined
  /** The one that is previewed. */
  selectedId: string | undefined
  status: 'pending' | 'failed' | 'there'
  onSelect: (id: string) => void
}

/** The subtitles of the work, with how sure it is that they are the track's; and a way to bring one along. */
export function CandidateList({ trackHash, candidates, chosenId, selectedId, status, onSelect }: Props) {
  const { t } = useTranslation('lyrics')
  const group = useId()
  return (
    <fieldset className={css.candidates}>
      <legend className={controls.hidden}>{t('files')}</legend>
      <div className={css.list}>
        {candidates.map((candidate) => (
          <label key={candidate.id} className={css.candidate}>
            <input
              type="radio"
              name={group}
              checked={candidate.id === selectedId}
              onChange={() => onSelect(candidate.id)}
            />
            <span className={css.names}>
              <bdi dir="ltr" className={css.name}>
                {shownName(candidate.name)}
              </bdi>
              <Facts candidate={candidate} isChosen={candidate.id === chosenId} />
            </span>
          </label>
        ))}
        {candidates.length === 0 && (
          <p className={css.status} role="status">
            {status === 'pending' ? t('loading') : status === 'failed' ? t('failed') : t('none')}
          </p>
        )}
      </div>
      {trackHash !== undefined && <OpenFileButton trackHash={trackHash} onOpen={onSelect} />}
    </fieldset>
  )
}

function Facts({ candidate, isChosen }: { candidate: LyricCandidate; isChosen: boolean }) {
  const { t } = useTranslation('lyrics')
  const { folder, confidence, isPushed, isAnothers, isLocal, reading } = candidate
  const percent = Math.round(confidence * 100)
  const fit = isPushed ? t('opened') : isAnothers ? t('anothers') : t('confidence', { percent })
  return (
    <span className={css.facts}>
      {isChosen && <span className={css.chosen}>{t('inUse')}</span>}
      <span>{reading.problem ? t(`problem.${reading.problem}`) : fit}</span>
      {isLocal && <span className={css.local}>{t('local')}</span>}
      {folder.length > 0 && <bdi>{shownName(folder.join(' / '))}</bdi>}
    </span>
  )
}

function OpenFileButton({ trackHash, onOpen }: { trackHash: string; onOpen: (id: string) => void }) {
  const { t } = useTranslation('lyrics')
  const [isFailed, setFailed] = useState(false)

  async function handleFile(file: File | undefined) {
    if (!file) return
    // The browser may not read it: it has been moved since, or lies where it has no right.
    const id = await openFile(trackHash, file).catch(() => null)
    setFailed(id === null)
    if (id !== null) onOpen(id)
  }

  return (
    <>
      <label className={`${controls.button} ${css.open}`}>
        {t('open')}
        <input
          type="file"
          accept=".lrc,.srt,.vtt,.ass"
          className={controls.hidden}
          onChange={({ target }) => {
            void handleFile(target.files?.[0])
            // The same file may be chosen again, after it has been corrected.
            target.value = ''
          }}
        />
      </label>
      {isFailed && (
        <p className={css.status} role="alert">
          {t('problem.unreachable')}
        </p>
      )}
    </>
  )
}
