import { createNameList, findNames } from '@otodana/keyword'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'

import { langOfText } from '#i18n/lang-of.ts'
import { tagForms } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { namesQuery, type NameKind } from '#lib/queries/names-query.ts'
import { CloseIcon } from '#ui/icons/core-icons.ts'

import { lengths } from '../problems.ts'
import type { Described } from './FieldFrame.tsx'
import css from './NamesField.module.css'

const MOST_SUGGESTED = 8

type Props = {
  /** For fields with several lists; else the frame's label. */
  label?: string
  described: Pick<Described, 'controlId' | 'describedBy' | 'isInvalid'>
  kind: NameKind
  names: readonly string[]
  /** At most so many names. */
  limit?: number
  onChange: (names: string[]) => void
}

/** Names as chips, and a field for more with suggestions from the library. */
export function NamesField({ label, described, kind, names, limit = Infinity, onChange }: Props) {
  const { t } = useTranslation('editing')
  const own = useId()
  const id = label === undefined ? described.controlId : own
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const suggestions = useSuggestions(kind, isOpen ? text : '', names)
  const isListed = isOpen && text.trim() !== '' && suggestions.length > 0

  // It may open below the visible part of the form.
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isListed) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isListed])

  function add(name: string): void {
    const given = name.replace(/\s+/g, ' ').trim()
    setText('')
    setActive(-1)
    if (given === '') return
    const others = names.filter((one) => one !== given)
    onChange(limit === 1 ? [given] : [...others, given])
  }

  function handleKey(event: KeyboardEvent): void {
    // An input method uses these keys for itself.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const { key } = event
    if (key === 'Enter') {
      event.preventDefault()
      add(suggestions[active]?.name ?? text)
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const stops = suggestions.length + 1
      setActive(((active + 1 + (key === 'ArrowDown' ? 1 : -1) + stops) % stops) - 1)
    } else if (key === 'Escape' && isListed) {
      // Closes the list and not the dialog.
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    } else if (key === 'Backspace' && text === '' && names.length > 0) {
      onChange(names.slice(0, -1))
    }
  }

  return (
    <div className={css.names}>
      {label === undefined ? null : (
        <label className={css.label} htmlFor={id}>
          {label}
        </label>
      )}
      <div className={css.box}>
        {names.map((name) => (
          <span key={name} className={css.chip} data-long={name.length > lengths.name ? '' : undefined}>
            <span className={css.name} lang={langOfText(name)}>
              {name}
            </span>
            <button
              type="button"
              className={css.remove}
              aria-label={t('names.remove', { name })}
              onClick={() => onChange(names.filter((one) => one !== name))}
            >
              <CloseIcon size="1.25em" />
            </button>
          </span>
        ))}
        <input
          id={id}
          className={css.input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isListed}
          aria-controls={`${id}-list`}
          aria-activedescendant={isListed && active >= 0 ? `${id}-${active}` : undefined}
          aria-describedby={described.describedBy}
          aria-invalid={described.isInvalid}
          value={text}
          placeholder={limit === 1 && names.length > 0 ? t('names.replace') : t('names.add')}
          autoComplete="off"
          enterKeyHint="done"
          onChange={({ target }) => {
            setText(target.value)
            setOpen(true)
            setActive(-1)
          }}
          onKeyDown={handleKey}
          onFocus={() => setOpen(true)}
          // What was typed counts, also without Enter.
          onBlur={() => {
            setOpen(false)
            add(text)
          }}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        className={css.list}
        role="listbox"
        aria-label={t('names.suggestions')}
        hidden={!isListed}
      >
        {isListed
          ? suggestions.map(({ name, count }, index) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input has the keys
              <div
                key={name}
                id={`${id}-${index}`}
                className={css.option}
                role="option"
                aria-selected={index === active}
                // The input keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => add(name)}
              >
                <span className={css.name} lang={langOfText(name)}>
                  {name}
                </span>
                <span className={css.count}>{formatCount(count)}</span>
              </div>
            ))
          : null}
      </div>
    </div>
  )
}

/** Returns names of the library that contain a text, best first. */
function useSuggestions(kind: NameKind, text: string, present: readonly string[]): { name: string; count: number }[] {
  const { api } = useRouter().options.context
  const { data } = useQuery(namesQuery(api, kind))
  const list = useMemo(
    () =>
      data &&
      createNameList(
        data.map((one) => ({ name: one.name, count: one.count, aliases: 'i18n' in one ? tagForms(one) : [] })),
      ),
    [data],
  )
  if (!list || text.trim() === '') return []
  return findNames(list, text, MOST_SUGGESTED + present.length)
    .map(({ name }) => name)
    .filter(
      ({ name }, index, all) =>
        name !== '' && !present.includes(name) && all.findIndex((one) => one.name === name) === index,
    )
    .slice(0, MOST_SUGGESTED)
}
