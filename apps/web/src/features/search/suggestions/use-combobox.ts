import type { Work } from '@otodana/contract'
import {
  choose,
  MAX_KEYWORD_LENGTH,
  removeTerm,
  suggest,
  typeText,
  type Knowledge,
  type SearchInput,
  type Suggestion,
} from '@otodana/keyword'
import { useDeferredValue, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'

import type { ChangeBox } from '../overlay/use-search-box.ts'
import { writeText } from '../bar/write-text.ts'

/** Longer than a keyword, so that exceeding its maximum is noticed and reported. */
const MAX_TYPED_LENGTH = 2 * MAX_KEYWORD_LENGTH

type Options = {
  input: HTMLInputElement | null
  box: SearchInput
  change: ChangeBox
  knowledge: Knowledge
  /** Works that match, offered first. */
  works: readonly Work[]
  onWork: (work: Work) => void
  /** Suggestions stay open, as in the dialog. */
  isAlwaysOpen?: boolean
  /** Called on the left arrow at the start of the text. */
  onLeave?: () => void
  /** Called when a suggestion was chosen. */
  onPick?: () => void
}

/** What the list offers: a work to open, or a text or term for the box. */
export type Offer = Suggestion | { kind: 'work'; work: Work }

type Offers = { items: readonly Offer[]; preselected: number }

/**
 * An input as a WAI-ARIA combobox: arrow keys select a suggestion, Enter and Tab choose it, Escape closes them,
 * Backspace in an empty text removes the last term. Ignores all keys during composition.
 *
 * The input is uncontrolled: it may be in use already, and setting its value during composition would lose text.
 */
export function useCombobox(options: Options) {
  const { input, box, change, knowledge, works, onWork, isAlwaysOpen = false, onLeave, onPick } = options
  const listId = useId()
  const [isWanted, setOpen] = useState(() => isAlwaysOpen || (input !== null && input === document.activeElement))
  const [pointed, setPointed] = useState<number | null>(null)
  const isComposing = useRef(false)
  // The selection belongs to the previous terms.
  const [terms, setTerms] = useState(box.terms)
  if (terms !== box.terms) {
    setTerms(box.terms)
    setPointed(null)
  }

  const [listed, setListed] = useState(works)
  if (listed !== works) {
    setListed(works)
    // The selected suggestion stays selected when works appear above it; a work is another one.
    setPointed((at) => (at === null || at < listed.length ? null : at + works.length - listed.length))
  }

  // Typing has priority over the list.
  const typed = useDeferredValue(box.typed)
  const suggested = useMemo(() => suggest(typed, knowledge), [typed, knowledge])
  const shown = useMemo((): Offers => {
    const found = works.map((work) => ({ kind: 'work' as const, work }))
    return suggested.preselected === -1 ? { items: [...found, ...suggested.items], preselected: -1 } : suggested
  }, [suggested, works])
  const isOpen = isAlwaysOpen || isWanted
  const active = pointed ?? shown.preselected

  function pick(index: number, { items }: Offers = shown) {
    const suggestion = items[index]
    if (!suggestion) return
    setPointed(null)
    if (suggestion.kind === 'work') {
      setOpen(false)
      onWork(suggestion.work)
      return
    }
    onPick?.()
    change((current) => choose(current, suggestion))
    setOpen(suggestion.kind === 'input')
  }

  const handleInput = useEffectEvent(() => {
    if (!input) return
    const { value, selectionStart } = input
    // The rest of a term being edited must stay in place.
    const isAtEnd = selectionStart === null || selectionStart === value.length
    const isFree = isAtEnd && !isComposing.current
    change((current) => (isFree ? typeText(current, value) : { ...current, typed: value }))
    setPointed(null)
    setOpen(true)
  })

  const handlers: Record<string, (event: KeyboardEvent) => boolean> = {
    ArrowDown: () => point(1),
    ArrowUp: () => point(-1),
    Enter: () => pickActive(),
    Tab: ({ shiftKey }) => !shiftKey && pickActive(),
    Escape: () => {
      if (isAlwaysOpen || !isOpen) return false
      setOpen(false)
      setPointed(null)
      return true
    },
    Backspace: () => {
      if (input?.value !== '' || box.terms.length === 0) return false
      change((current) => ({ ...current, terms: removeTerm(current.terms, current.terms.length - 1) }))
      return true
    },
    ArrowLeft: ({ shiftKey }) => {
      if (!onLeave || shiftKey || input?.selectionEnd !== 0 || box.terms.length === 0) return false
      onLeave()
      return true
    },
  }

  /** Moves from the text (-1) through the suggestions and back; skips the text if it has no meaning by itself. */
  function point(step: 1 | -1): boolean {
    setOpen(true)
    const count = shown.items.length
    const first = shown.preselected === -1 ? -1 : 0
    const stops = count - first
    if (isOpen && count > 0) setPointed(((active - first + step + stops) % stops) + first)
    return true
  }

  function pickActive(): boolean {
    if (!isOpen) return false
    // Enter may come before the list is updated; nothing is selected then.
    const suggestions = typed === box.typed ? shown : suggest(box.typed, knowledge)
    const index = pointed ?? suggestions.preselected
    if (index === -1) return false
    pick(index, suggestions)
    return true
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // 229: sent to an input method; Safari sends it also for the key that ends a composition.
    if (!input || isComposing.current || event.isComposing || event.keyCode === 229) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const handled = handlers[event.key]?.(event)
    if (handled) event.preventDefault()
  })

  // A layout effect, so that no letter is missed in between.
  useLayoutEffect(() => {
    if (!input) return undefined
    const begin = () => {
      isComposing.current = true
    }
    const end = () => {
      isComposing.current = false
      handleInput()
    }
    const key = (event: KeyboardEvent) => handleKey(event)
    const type = (event: Event) => {
      // A composition may have started before this was listening.
      isComposing.current = event instanceof InputEvent && event.isComposing
      handleInput()
    }
    input.addEventListener('compositionstart', begin)
    input.addEventListener('compositionend', end)
    input.addEventListener('keydown', key)
    input.addEventListener('input', type)
    return () => {
      input.removeEventListener('compositionstart', begin)
      input.removeEventListener('compositionend', end)
      input.removeEventListener('keydown', key)
      input.removeEventListener('input', type)
    }
  }, [input])

  const [seen] = useState(input?.value)
  const isUnread = useRef(seen !== undefined)
  useLayoutEffect(() => {
    const isBehind = isUnread.current && input?.value !== seen
    isUnread.current = false
    if (input && !isBehind && !isComposing.current) writeText(input, box.typed)
  })

  const hasList = isOpen && shown.items.length > 0
  const activeId = hasList && active !== -1 ? optionId(listId, active) : null
  useLayoutEffect(() => {
    if (!input) return
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('maxlength', String(MAX_TYPED_LENGTH))
    input.setAttribute('aria-expanded', String(hasList))
    setOrRemove(input, 'aria-controls', hasList ? listId : null)
    setOrRemove(input, 'aria-activedescendant', activeId)
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [input, hasList, listId, activeId])

  return { listId, isOpen, setOpen, suggestions: shown, active, pick, isComposing }
}

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

function setOrRemove(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

export type Combobox = ReturnType<typeof useCombobox>
