import { printTerm, type DoneTerm } from '@otodana/keyword'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '#i18n/use-translation.ts'

import { useTermHint, useTermParts } from '#features/works/index.ts'
import controls from '#ui/controls.module.css'
import { CloseIcon } from '#ui/icons/core-icons.ts'

import css from './BarTerms.module.css'
import type { Names } from '../suggestions/use-knowledge.ts'

type Props = {
  form: HTMLFormElement
  terms: readonly DoneTerm[]
  /** The terms are not what is searched. */
  isDraft: boolean
  tagOf: Names['tagOf']
  /** Called with the number of terms that do not fit. */
  onHidden: (count: number) => void
  onMore: () => void
  onEdit: (index: number) => void
  onRemove: (index: number) => void
  /** Called on the right arrow at the last term. */
  onBack: () => void
}

/** The terms in the bar's box, as many as fit. They share a tab stop with the input; arrow keys move between them. */
export function BarTerms({ form, terms, isDraft, tagOf, onHidden, onMore, onEdit, onRemove, onBack }: Props) {
  const { t } = useTranslation('search')
  const describe = useTermParts()
  const hintOf = useTermHint()
  const strip = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [{ room, cutsFirst }, setRoom] = useState({ room: terms.length, cutsFirst: false })
  // The first one is cut where it does not fit, so that the box never holds just a number.
  const hidden = terms.length - room - (cutsFirst ? 1 : 0)

  const measure = useEffectEvent(() => {
    const chips = [...(list.current?.children ?? [])] as HTMLElement[]
    const fitting = roomFor(chips, form)
    setRoom((known) => (known.room === fitting.room && known.cutsFirst === fitting.cutsFirst ? known : fitting))
    onHidden(chips.length - fitting.room)
  })
  useLayoutEffect(() => measure())
  useEffect(() => {
    const observer = new ResizeObserver(() => measure())
    observer.observe(form)
    return () => observer.disconnect()
  }, [form])
  useLayoutEffect(() => {
    form.style.setProperty('--terms-width', `${strip.current?.offsetWidth ?? 0}px`)
    form.toggleAttribute('data-terms', terms.length > 0)
    form.toggleAttribute('data-draft', isDraft)
  })

  function handleKey(event: KeyboardEvent) {
    const buttons = termButtons(form)
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    if (at === -1) return
    if (event.key === 'ArrowLeft') buttons[at - 1]?.focus()
    else if (event.key === 'ArrowRight') (buttons[at + 1] ?? { focus: onBack }).focus()
    else if (event.key === 'Backspace' || event.key === 'Delete') {
      onRemove(at)
    } else return
    event.preventDefault()
  }

  const [first] = terms
  if (first === undefined) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys move between terms
    <div ref={strip} className={css.strip} onKeyDown={handleKey}>
      <ul ref={list} className={css.terms} aria-label={t('terms')}>
        {terms.map((term, index) => {
          const { kind, text } = describe(term, tagOf(term))
          const hint = hintOf(term)
          const edit = t('edit', { term: text })
          return (
            <li
              key={printTerm(term)}
              className={css.term}
              data-problem={hint === null ? undefined : ''}
              hidden={index >= room}
            >
              <button
                type="button"
                data-term=""
                className={css.text}
                tabIndex={-1}
                title={hint === null ? edit : `${edit}: ${hint}`}
                onClick={() => onEdit(index)}
              >
                {kind === null ? null : <span className={css.kind}>{kind} </span>}
                {text}
                {hint === null ? null : <span className={controls.hidden}> {hint}</span>}
              </button>
              <button
                type="button"
                className={css.remove}
                tabIndex={-1}
                aria-label={t('remove', { term: text })}
                onClick={() => onRemove(index)}
              >
                <CloseIcon />
              </button>
            </li>
          )
        })}
      </ul>
      {hidden > 0 || cutsFirst ? (
        <button type="button" className={css.more} aria-haspopup="dialog" onClick={onMore}>
          {cutsFirst ? <span className={css.first}>{describe(first, tagOf(first)).text}</span> : null}
          {hidden > 0 ? (
            <>
              <span aria-hidden="true">+{hidden}</span>
              <span className={controls.hidden}>{t('more', { count: hidden })}</span>
            </>
          ) : null}
        </button>
      ) : null}
    </div>
  )
}

const MORE_PX = 44
const EDGE_PX = 16
const GAP_PX = 6
/** Space for typing; hardly any where a tap on the box opens the dialog. */
const TEXT_PX = { wide: 128, narrow: 12 }

/** A narrower chip is unreadable. */
const LEAST_TERM_PX = 64

/** Returns how many chips fit beside the text, and whether there is room for the start of the first where none does. */
function roomFor(chips: readonly HTMLElement[], form: HTMLElement): { room: number; cutsFirst: boolean } {
  const text = matchMedia('(max-width: 40rem)').matches ? TEXT_PX.narrow : TEXT_PX.wide
  // Larger with larger text.
  const submit = form.querySelector<HTMLElement>('button[type="submit"]')?.offsetWidth ?? 0
  const room = form.clientWidth - submit - EDGE_PX - text
  const forOne = room - GAP_PX - (chips.length > 1 ? MORE_PX : 0)
  form.style.setProperty('--more-room', `${room}px`)
  form.style.setProperty('--term-room', forOne < LEAST_TERM_PX ? '13rem' : `${forOne}px`)
  const ends: number[] = []
  for (const chip of chips) ends.push((ends.at(-1) ?? 0) + chip.offsetWidth + GAP_PX)
  if ((ends.at(-1) ?? 0) <= room) return { room: chips.length, cutsFirst: false }
  const fitting = ends.filter((end) => end <= room - MORE_PX).length
  return { room: fitting, cutsFirst: fitting === 0 && room >= LEAST_TERM_PX }
}

function termButtons(form: HTMLElement): HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>('li:not([hidden]) > [data-term]')]
}

/** Moves the focus from the text to the last term. */
export function focusLastTerm(form: HTMLElement): void {
  termButtons(form).at(-1)?.focus()
}
