import { useId, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { isMetered } from '#lib/browser/connection.ts'
import { formatSize } from '#lib/format/format-size.ts'
import { askPersistence } from '#lib/storage/storage-state.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import { ChevronDownIcon } from '#ui/icons/deferred-icons.ts'
import progressBar from '#ui/progress.module.css'

import { useChoices } from '../choices.store.ts'
import { useKept } from '../kept.store.ts'
import { limitsFor, LITTLE_BYTES } from '../library/room.ts'
import { type RoomNow, useRoom } from '../use-room.ts'
import css from './RoomPart.module.css'

/** What is kept takes and may take, and how this device keeps. */
export function RoomPart() {
  const { t } = useTranslation('kept')
  const totalBytes = useKept((kept) => kept.totalBytes)
  const room = useRoom()
  const id = useId()
  if (room === null) return null
  const { leftBytes, isLimited } = room
  const left =
    leftBytes === Infinity
      ? null
      : isLimited
        ? t('dialog.leftOfLimit', { size: formatSize(leftBytes) })
        : t('dialog.left', { size: formatSize(leftBytes) })
  return (
    <details className={css.room}>
      <summary className={css.summary}>
        <span className={css.head}>
          <span className={css.title}>{t('room.title')}</span>
          <span className={css.figures}>
            {t('room.kept', { size: formatSize(totalBytes) })}
            {left === null ? null : <span>{left}</span>}
          </span>
        </span>
        <span className={css.chevron} aria-hidden="true">
          <ChevronDownIcon size="1.25em" />
        </span>
        {left === null ? null : (
          <progress
            className={`${progressBar.bar} ${css.bar}`}
            max={Math.max(1, totalBytes + leftBytes)}
            value={totalBytes}
            aria-label={t('room.title')}
          />
        )}
      </summary>
      {leftBytes < LITTLE_BYTES ? (
        <p className={forms.failure} role="status">
          {t('room.little', { size: formatSize(leftBytes) })}
        </p>
      ) : null}
      <label htmlFor={id} className={css.limit}>
        <span>
          {t('room.limit')}
          <span className={forms.hint}>{t('room.limitHint')}</span>
        </span>
        <LimitChoice id={id} room={room} />
      </label>
      <MeteredChoice />
      <NoticeChoice />
      <Persistence isPersisted={room.isPersisted} />
    </details>
  )
}

function LimitChoice({ id, room }: { id: string; room: RoomNow }) {
  const { t } = useTranslation('kept')
  const limitBytes = useChoices((choices) => choices.limitBytes)
  return (
    <select
      id={id}
      className={controls.field}
      value={limitBytes ?? ''}
      onChange={({ target }) => useChoices.setState({ limitBytes: target.value === '' ? null : Number(target.value) })}
    >
      <option value="">{t('room.noLimit')}</option>
      {limitsFor(room.quotaBytes, limitBytes).map((bytes) => (
        <option key={bytes} value={bytes}>
          {formatSize(bytes)}
        </option>
      ))}
    </select>
  )
}

function MeteredChoice() {
  const { t } = useTranslation('kept')
  const isOnlyUnmetered = useChoices((choices) => choices.isOnlyUnmetered)
  // A choice without an effect would promise what it cannot keep.
  const isKnown = isMetered(navigator.connection ?? {}) !== null
  return (
    <Checkbox
      label={t('room.unmetered')}
      hint={isKnown ? t('room.unmeteredHint') : t('room.unmeteredUnknown')}
      isOn={isOnlyUnmetered && isKnown}
      disabled={!isKnown}
      onChange={(isOn) => useChoices.setState({ isOnlyUnmetered: isOn })}
    />
  )
}

function NoticeChoice() {
  const { t } = useTranslation('kept')
  const isNotified = useChoices((choices) => choices.isNotified)
  const [isDenied, setDenied] = useState(() => 'Notification' in window && Notification.permission === 'denied')
  if (!('Notification' in window)) return null

  async function handleChange(isOn: boolean) {
    const isAllowed = !isOn || (await Notification.requestPermission()) === 'granted'
    setDenied(!isAllowed)
    useChoices.setState({ isNotified: isOn && isAllowed })
  }

  return (
    <Checkbox
      label={t('room.notify')}
      hint={isDenied ? t('room.notifyDenied') : t('room.notifyHint')}
      isOn={isNotified && !isDenied}
      onChange={(isOn) => void handleChange(isOn)}
    />
  )
}

function Persistence({ isPersisted }: Pick<RoomNow, 'isPersisted'>) {
  const { t } = useTranslation('kept')
  const [answer, setAnswer] = useState<boolean | null>(null)
  if (isPersisted === null) return null
  const isSafe = answer ?? isPersisted
  return (
    <div className={css.persistence}>
      <p className={forms.hint} role="status">
        {isSafe ? t('room.persisted') : answer === false ? t('room.refused') : t('room.atRisk')}
      </p>
      {isSafe ? null : (
        <button type="button" className={controls.button} onClick={() => void askPersistence().then(setAnswer)}>
          {t('room.ask')}
        </button>
      )}
    </div>
  )
}
