import { useId, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { FileName } from '#ui/FileName.tsx'

import { fitOf, type LyricCandidate } from './candidates.ts'
import css from './CandidateList.module.css'
import { openFile } from '../files/opened-files.store.ts'

type Props = {
  trackHash: string | undefined
  /** Best first. */
  candidates: readonly LyricCandidate[]
  /** The one shown during playback. */
  chosenId: string | undefined
  /** The one being previewed. */
  selectedId: string | undefined
  status: 'pending' | 'failed' | 'there'
  onSelect: (id: string) => void
}

/** The subtitles of the work, with how they fit the track, and a button to open a file. */
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
              <FileName className={css.name} name={candidate.name} />
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
  const { folder, isLocal, reading } = candidate
  return (
    <span className={css.facts}>
      {isChosen && <span className={css.chosen}>{t('inUse')}</span>}
      <span>{reading.problem ? t(`problem.${reading.problem}`) : t(`fit.${fitOf(candidate)}`)}</span>
      {isLocal && <span className={css.local}>{t('local')}</span>}
      {folder.length > 0 && <FileName name={folder.join(' / ')} />}
    </span>
  )
}

function OpenFileButton({ trackHash, onOpen }: { trackHash: string; onOpen: (id: string) => void }) {
  const { t } = useTranslation('lyrics')
  const [isFailed, setFailed] = useState(false)

  async function handleFile(file: File | undefined) {
    if (!file) return
    // The browser may not be able to read it: it was moved, or access is denied.
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
            // So that a corrected version of the same file can be chosen again.
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
