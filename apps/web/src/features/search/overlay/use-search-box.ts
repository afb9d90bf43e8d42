import { openKeyword, parseKeyword, printKeyword, settle, typeText, type SearchInput } from '@otodana/keyword'
import { useEffectEvent, useLayoutEffect, useState } from 'react'

export type ChangeBox = (change: (box: SearchInput) => SearchInput) => void

/**
 * The terms and the text of the box. A new keyword (another screen, or back) replaces both, unless they are equal to
 * it.
 */
export function useSearchBox(keyword: string, input: HTMLInputElement): [SearchInput, ChangeBox] {
  const [box, setBox] = useState(() => takeOver(input, keyword))
  const [seen] = useState(input.value)
  const [shown, setShown] = useState(keyword)
  if (shown !== keyword) {
    setShown(keyword)
    if (printKeyword(box.terms) !== printKeyword(parseKeyword(keyword))) setBox(openKeyword(keyword))
  }
  const readAgain = useEffectEvent(() => setBox(takeOver(input, keyword)))
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- typed into during rendering: read again
    if (input.value !== seen) readAgain()
  }, [input, seen])
  return [box, setBox]
}

/** Converts the plain input to terms, unless it is being typed. */
function takeOver(input: HTMLInputElement, keyword: string): SearchInput {
  const text: SearchInput = { terms: [], typed: input.value }
  const isTyped = document.activeElement === input && input.value !== keyword
  return isTyped ? text : settle(typeText(text, input.value))
}
