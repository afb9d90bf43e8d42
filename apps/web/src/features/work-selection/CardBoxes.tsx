import type { Work } from '@otodana/contract'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'

import { useTranslation } from '#i18n/use-translation.ts'
import { TickIcon } from '#ui/icons/deferred-icons.ts'

import css from './WorkSelection.module.css'

type Props = {
  works: readonly Work[]
  /** The work whose box has the focus at first. */
  first: number | null
  isSelected: (id: number) => boolean
  onToggle: (id: number, isRange: boolean) => void
}

type Card = { work: Work; item: HTMLElement }

/**
 * A checkbox over each card of the list. The cards know nothing of it, so that lists load without it; meanwhile they
 * are inert, and a click anywhere on a card selects it.
 */
export function CardBoxes({ works, first, isSelected, onToggle }: Props) {
  const { t } = useTranslation('work-selection')
  const [cards, setCards] = useState<readonly Card[]>([])
  useLayoutEffect(() => {
    const found = works.flatMap((work) => {
      const item = document.getElementById(`work-${work.id}`)
      return item ? [{ work, item }] : []
    })
    // oxlint-disable-next-line react/set-state-in-effect -- the cards are in the document only now
    setCards(found)
    return coverCards(found.map(({ item }) => item))
  }, [works])
  const toFocus = useRef(first)
  useEffect(() => {
    const card = cards.find(({ work }) => work.id === toFocus.current)
    if (!card) return
    toFocus.current = null
    card.item.querySelector<HTMLElement>('[data-box]')?.focus()
  }, [cards])

  return cards.map(({ work, item }, index) =>
    createPortal(
      <button
        key={work.id}
        type="button"
        role="checkbox"
        className={css.box}
        aria-checked={isSelected(work.id)}
        aria-label={t('work', { title: work.title })}
        data-box=""
        onClick={(event) => onToggle(work.id, event.shiftKey)}
        onKeyDown={(event) => {
          if (!isArrow(event)) return
          // Also at the ends, where the player would seek.
          event.preventDefault()
          const next = nextBox(event, index)
          if (!next) return
          next.focus()
          const to = cards[boxes().indexOf(next)]
          if (event.shiftKey && to && !isSelected(to.work.id)) onToggle(to.work.id, true)
        }}
      >
        <span className={css.tick}>
          <TickIcon size="1.25em" />
        </span>
      </button>,
      item,
    ),
  )
}

/** @returns a function that uncovers them */
function coverCards(items: readonly HTMLElement[]): () => void {
  const setCovered = (isCovered: boolean) => {
    for (const item of items) {
      item.classList.toggle(css.item ?? '', isCovered)
      for (const card of item.querySelectorAll('article')) card.inert = isCovered
    }
  }
  setCovered(true)
  return () => setCovered(false)
}

function boxes(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-box]')]
}

function isArrow({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return /^Arrow(?:Left|Right|Up|Down)$/.test(key) && !altKey && !ctrlKey && !metaKey
}

/** Returns the box that an arrow key leads to: beside this one, or nearest in the next row. */
function nextBox({ key }: KeyboardEvent, index: number): HTMLElement | undefined {
  const all = boxes()
  const at = all[index]?.getBoundingClientRect()
  if (key === 'ArrowRight') return all[index + 1]
  if (key === 'ArrowLeft') return all[index - 1]
  if (!at || (key !== 'ArrowDown' && key !== 'ArrowUp')) return undefined
  const places = all.map((box) => ({ box, place: box.getBoundingClientRect() }))
  const rows = places.filter(({ place }) => (key === 'ArrowDown' ? place.top > at.top + 1 : place.top < at.top - 1))
  const distance = ({ place }: (typeof places)[number]) =>
    Math.abs(place.top - at.top) * 10 + Math.abs(place.left - at.left)
  return rows.sort((a, b) => distance(a) - distance(b))[0]?.box
}
