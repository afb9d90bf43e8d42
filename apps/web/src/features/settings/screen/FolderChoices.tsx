import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'
import controls from '#ui/controls.module.css'
import { IconButton } from '#ui/IconButton.tsx'
import { ChevronDownIcon, ChevronUpIcon } from '#ui/icons/deferred-icons.ts'

import css from './FolderChoices.module.css'
import { audioTypes, initialPathBehaviors, sePreferences, useSettings, type AudioType } from '../settings.store.ts'

/** The initial folder of works, and the preferred version. */
export function FolderChoices() {
  const { t } = useTranslation('settings')
  const { initialPathBehavior, sePreference } = useSettings()
  return (
    <>
      <Choice
        isRow
        label={t('initialPathBehavior.label')}
        hint={t('initialPathBehavior.text')}
        name="initial-path-behavior"
        options={initialPathBehaviors.map((value) => ({ value, label: t(`initialPathBehavior.${value}`) }))}
        value={initialPathBehavior}
        onChange={(value) => useSettings.setState({ initialPathBehavior: value })}
      />
      <Choice
        isRow
        label={t('sePreference.label')}
        name="se-preference"
        options={sePreferences.map((value) => ({ value, label: t(`sePreference.${value}`) }))}
        value={sePreference}
        onChange={(value) => useSettings.setState({ sePreference: value })}
      />
      <AudioTypeOrder />
    </>
  )
}

/** The formats by preference, reordered by buttons or their arrow keys. */
function AudioTypeOrder() {
  const { t } = useTranslation('settings')
  const stored = useSettings(({ audioTypePreference }) => audioTypePreference)
  const order = [...new Set([...stored, ...audioTypes])]
  const list = useRef<HTMLOListElement>(null)
  const region = useRef<HTMLOutputElement>(null)
  const moved = useRef<{ to: number; by: -1 | 1 }>(undefined)

  // A button loses the focus when its row moves.
  useLayoutEffect(() => {
    if (moved.current === undefined) return
    const { to, by } = moved.current
    const buttons = list.current?.children[to]?.querySelectorAll('button')
    buttons?.[by === -1 ? 0 : 1]?.focus()
    moved.current = undefined
  })

  function move(type: AudioType, by: -1 | 1, pressed = by) {
    const from = order.indexOf(type)
    const to = from + by
    if (!(to in order)) return
    moved.current = { to, by: pressed }
    const audioTypePreference = order.filter((other) => other !== type)
    audioTypePreference.splice(to, 0, type)
    useSettings.setState({ audioTypePreference })
    if (region.current)
      region.current.textContent = t('audioTypePreference.moved', { type: nameOf(type), position: to + 1 })
  }

  function handleKey(event: KeyboardEvent, type: AudioType, pressed: -1 | 1) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (by === null) return
    event.preventDefault()
    move(type, by, pressed)
  }

  return (
    <div role="group" aria-label={t('audioTypePreference.label')} className={css.orderRow}>
      <div>
        <p className={css.label}>{t('audioTypePreference.label')}</p>
        <p className={css.hint}>{t('audioTypePreference.text')}</p>
      </div>
      <ol ref={list} className={css.order}>
        {order.map((type, index) => (
          <li key={type} className={css.type}>
            <span>{nameOf(type)}</span>
            {([-1, 1] as const).map((by) => (
              <IconButton
                isSmall
                key={by}
                label={
                  by === -1
                    ? t('audioTypePreference.up', { type: nameOf(type) })
                    : t('audioTypePreference.down', { type: nameOf(type) })
                }
                aria-disabled={!(index + by in order)}
                onClick={() => move(type, by)}
                onKeyDown={(event) => handleKey(event, type, by)}
              >
                {by === -1 ? <ChevronUpIcon /> : <ChevronDownIcon />}
              </IconButton>
            ))}
          </li>
        ))}
      </ol>
      <output ref={region} className={controls.hidden} />
    </div>
  )
}

const nameOf = (type: AudioType) => type.toUpperCase()
