import { initialTracks, type TrackNode, type Work } from '@otodana/contract'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

import { isMember, useUser } from '#features/accounts/index.ts'
import { ChoiceTree, QuickChoices } from '#features/downloads/index.ts'
import { canPlayOpus } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { formatSize } from '#lib/format/format-size.ts'
import type { Quality } from '#lib/kept/kept-path.ts'
import { type KeptFile, qualityIn } from '#lib/kept/schema.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Choice } from '#ui/Choice.tsx'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'

import { keep, removeKept } from '../actions.ts'
import type { KeptEntry } from '../kept.store.ts'
import { bytesOf, filesOf, isExtra, offeredQualities, planFiles, qualityOf } from '../library/plan-files.ts'
import { useRoom } from '../use-room.ts'
import css from './KeepDialog.module.css'
import { soundOf } from './sound-of.ts'

type Props = {
  work: Pick<Work, 'id' | 'title'>
  tree: readonly TrackNode[]
  entry: KeptEntry | undefined
  /** The files that are kept already. */
  kept: readonly KeptFile[]
  onClose: () => void
}

/** Chooses quality and tracks of a work, and says what that takes before it begins. */
export function KeepForm({ work, tree, entry, kept, onClose }: Props) {
  const { t } = useTranslation('kept')
  const { api } = useRouter().options.context
  const user = useUser()
  const room = useRoom()
  const playsOpus = useMemo(() => canPlayOpus(document.createElement('audio')), [])
  const [wanted, setWanted] = useState<Quality>(entry?.quality ?? 'small')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => tracksAtFirst(tree, kept))
  const [hasExtras, setExtras] = useState(() => !entry || kept.some(({ kind }) => kind !== 'audio'))
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)

  const sound = useMemo(() => soundOf(tree), [tree])
  const tracks = useMemo(() => filesOf(sound).filter(({ hash }) => chosen.has(hash)), [sound, chosen])
  const extras = useMemo(() => filesOf(tree).filter(isExtra), [tree])
  const offered = offeredQualities(tracks)
  const quality = offered.includes(wanted) ? wanted : offered[0]
  const planned = planFiles(tree, { quality, tracks: chosen, hasExtras }, playsOpus)
  const totalBytes = sumOf(planned.map(({ expectedBytes }) => expectedBytes))
  const here = new Map(kept.map((file) => [`${file.fileId}/${qualityIn(file.quality)}`, file.receivedBytes]))
  const neededBytes = sumOf(
    planned.map((file) =>
      Math.max(0, file.expectedBytes - (here.get(`${file.fileId}/${qualityIn(file.quality)}`) ?? 0)),
    ),
  )
  const missingBytes = room === null ? 0 : neededBytes - room.leftBytes
  const isNothing = tracks.length === 0
  const qualityText = (one: Quality) => {
    const bytes = sumOf(tracks.map((track) => bytesOf(track, qualityOf(track, one), playsOpus)))
    return t(`dialog.${one}`, { size: formatSize(bytes) })
  }

  async function handleKeep() {
    if (isNothing || isBusy || missingBytes > 0) return
    setBusy(true)
    setFailed(false)
    try {
      await keep(api, { workId: work.id, tree, quality, files: planned, isMember: isMember(user) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {offered.length > 1 ? (
        <Choice
          label={t('dialog.quality')}
          name="kept-quality"
          options={offered.map((value) => ({ value, label: qualityText(value) }))}
          value={quality}
          onChange={setWanted}
        />
      ) : (
        // A choice of one would look like a button.
        <p>
          <span className={css.total}>{qualityText(quality)}</span>{' '}
          <span className={css.dim}>{t('dialog.onlyOriginal')}</span>
        </p>
      )}
      <fieldset className={css.tracks}>
        <legend className={css.legend}>{t('dialog.tracks')}</legend>
        <QuickChoices tree={sound} chosen={chosen} onChoose={setChosen} />
        <ChoiceTree
          tree={sound}
          chosen={chosen}
          sizeOf={(file) => bytesOf(file, qualityOf(file, quality), playsOpus)}
          onChange={setChosen}
        />
      </fieldset>
      {extras.length === 0 ? null : (
        <Checkbox
          label={t('dialog.extras', {
            count: extras.length,
            size: formatSize(sumOf(extras.map(({ size }) => size))),
          })}
          hint={t('dialog.extrasHint')}
          isOn={hasExtras}
          onChange={setExtras}
        />
      )}
      {missingBytes > 0 ? (
        <p className={forms.failure} role="alert">
          {t('dialog.noRoom', { missing: formatSize(missingBytes) })}{' '}
          <a href="/kept" onClick={onClose}>
            {t('dialog.makeRoom')}
          </a>
        </p>
      ) : hasFailed ? (
        <p className={forms.failure} role="alert">
          {t('dialog.failed')}
        </p>
      ) : null}
      <div className={css.foot}>
        <p role="status">
          <span className={css.total}>
            {t('dialog.total', {
              count: tracks.length,
              formatted: formatCount(tracks.length),
              size: formatSize(totalBytes),
            })}
          </span>
          {room === null || room.leftBytes === Infinity ? null : (
            <span className={css.left}>
              {t(room.isLimited ? 'dialog.leftOfLimit' : 'dialog.left', { size: formatSize(room.leftBytes) })}
            </span>
          )}
        </p>
        <div className={css.actions}>
          {entry ? (
            <button
              type="button"
              className={`${controls.button} ${forms.danger}`}
              onClick={() => {
                onClose()
                void removeKept([entry])
              }}
            >
              {t('dialog.remove')}
            </button>
          ) : null}
          <button
            type="button"
            className={controls.primary}
            data-first=""
            aria-disabled={isNothing || isBusy || missingBytes > 0}
            onClick={() => void handleKeep()}
          >
            {entry ? t('dialog.change') : t('dialog.keep')}
          </button>
        </div>
      </div>
    </>
  )
}

/** What is kept, or else what the work plays by itself. */
function tracksAtFirst(tree: readonly TrackNode[], kept: readonly KeptFile[]): Set<string> {
  const sound = kept.filter(({ kind }) => kind === 'audio')
  if (sound.length > 0) return new Set(sound.map(({ workId, fileId }) => `${workId}/${fileId}`))
  const main = initialTracks(tree, useSettings.getState())
  return new Set((main.length > 0 ? main : filesOf(soundOf(tree))).map(({ hash }) => hash))
}

const sumOf = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0)
