import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { Choice } from '#ui/Choice.tsx'
import controls from '#ui/controls.module.css'
import { Icon } from '#ui/Icon.tsx'

import css from './FolderChoices.module.css'
import { audioTypes, initialPathBehaviors, sePreferences, useSettings, type AudioType } from './settings.store.ts'

/** Which folder a work opens at, and which of its versions is played. */
export function FolderChoices() {
  const { t } = useTranslation('settings')
  const { initialPathBehavior, sePreference } = useSettings()
  return (
    <>
      <div>
        <Choice
          label={t('initialPathBehavior.label')}
          name="initial-path-behavior"
          options={initialPathBehaviors.map((value) => ({ value, label: t(`initialPathBehavior.${value}`) }))}
          value={initialPathBehavior}
          onChange={(value) => useSettings.setState({ initialPathBehavior: value })}
        />
        <p className={css.hint}>{t('initialPathBehavior.text')}</p>
      </div>
      <Choice
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

/** The formats, most wanted first. A button, or the arrow keys on it, brings one further up. */
function AudioTypeOrder() {
  const { t } = useTranslation('settings')
  const stored = useSettings(({ audioTypePreference }) => audioTypePreference)
  const order = [...new Set([...stored, ...audioTypes])]
  const list = useRef<HTMLOListElement>(null)
  const region = useRef<HTMLOutputElement>(null)
  const moved = useRef<number>(undefined)

  // A button loses the focus when its row is put elsewhere.
  useLayoutEffect(() => {
    if (moved.current === undefined) return
    list.current?.children[moved.current]?.querySelector('button')?.focus()
    moved.current = undefined
  })

  function move(type: AudioType, by: -1 | 1) {
    const from = order.indexOf(type)
    const to = from + by
    if (!(to in order)) return
    moved.current = to
    useSettings.setState({ audioTypePreference: order.toSpliced(from, 1).toSpliced(to, 0, type) })
    if (region.current)
      region.current.textContent = t('audioTypePreference.moved', { type: nameOf(type), position: to + 1 })
  }

  function handleKey(event: KeyboardEvent, type: AudioType) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (by === null) return
    event.preventDefault()
    move(type, by)
  }

  return (
    <div role="group" aria-label={t('audioTypePreference.label')}>
      <p className={css.label}>{t('audioTypePreference.label')}</p>
      <ol ref={list} className={css.order}>
        {order.map((type, index) => (
          <li key={type} className={css.type}>
            <span>{nameOf(type)}</span>
            <button
              type="button"
              className={controls.iconButton}
              aria-label={t('audioTypePreference.up', { type: nameOf(type) })}
              aria-disabled={index === 0}
              onClick={() => move(type, -1)}
              onKeyDown={(event) => handleKey(event, type)}
            >
              <Icon name="up" size="1.2em" />
            </button>
          </li>
        ))}
      </ol>
      <p className={css.hint}>{t('audioTypePreference.text')}</p>
      <output ref={region} className={controls.hidden} />
    </div>
  )
}

const nameOf = (type: AudioType) => type.toUpperCase()
