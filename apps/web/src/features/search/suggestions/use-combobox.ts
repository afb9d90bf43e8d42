import {
  choose,
  MAX_KEYWORD_LENGTH,
  removeTerm,
  suggest,
  typeText,
  type Knowledge,
  type SearchInput,
  type Suggestions,
} from '@otodana/keyword'
import { useDeferredValue, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'

import type { ChangeBox } from '../overlay/use-search-box.ts'
import { writeText } from '../bar/write-text.ts'

/** More than a keyword has room for, so that what is cut is not cut unseen: the box tells then that there is too much. */
const MAX_TYPED_LENGTH = 2 * MAX_KEYWORD_LENGTH

type Options = {
  input: HTMLInputElement | null
  box: SearchInput
  change: ChangeBox
  knowledge: Knowledge
  /** Suggestions stay open, as in the dialog, and not only while typing. */
  isAlwaysOpen?: boolean
  /** The left arrow was pressed at the very beginning of the text. */
  onLeave?: () => void
  /** A suggestion was chosen. */
  onPick?: () => void
}

/**
 * An input as the combobox of WAI-ARIA: arrows point at a suggestion, Enter and Tab choose it, Escape closes them,
 * Backspace before an empty text removes the last term. While an input method is composing, every key is its own.
 *
 * The input is not React's: it may be in use already, and what is written into it while it is composing is lost.
 */
export function useCombobox({ input, box, change, knowledge, isAlwaysOpen = false, onLeave, onPick }: Options) {
  const listId = useId()
  const [isWanted, setOpen] = useState(() => isAlwaysOpen || (input !== null && input === document.activeElement))
  const [pointed, setPointed] = useState<number | null>(null)
  const isComposing = useRef(false)
  // What was pointed at was meant for the terms there were.
  const [terms, setTerms] = useState(box.terms)
  if (terms !== box.terms) {
    setTerms(box.terms)
    setPointed(null)
  }

  // Typing comes first: the list follows when there is time.
  const typed = useDeferredValue(box.typed)
  const shown = useMemo(() => suggest(typed, knowledge), [typed, knowledge])
  const isOpen = isAlwaysOpen || isWanted
  const active = pointed ?? shown.preselected

  function pick(index: number, { items }: Suggestions = shown) {
    const suggestion = items[index]
    if (!suggestion) return
    onPick?.()
    change((current) => choose(current, suggestion))
    setPointed(null)
    setOpen(suggestion.kind === 'input')
  }

  const handleInput = useEffectEvent(() => {
    if (!input) return
    const { value, selectionStart } = input
    // What is inside a term that is being mended is not taken away from under the caret.
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

  /** On from the text (-1) through the suggestions and back to it; the text is no stop where it says nothing by itself. */
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
    // Enter may come before the list has caught up with the text; nothing is pointed at then.
    const suggestions = typed === box.typed ? shown : suggest(box.typed, knowledge)
    const index = pointed ?? suggestions.preselected
    if (index === -1) return false
    pick(index, suggestions)
    return true
  }

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // 229: the key went to an input method, which Safari says of the one that ends the composition too.
    if (!input || isComposing.current || event.isComposing || event.keyCode === 229) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const handled = handlers[event.key]?.(event)
    if (handled) event.preventDefault()
  })

  // With the first drawing, not after it: no letter is to fall in between.
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
      // A composition may have begun before this was listening.
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
