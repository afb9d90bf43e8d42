import { openKeyword, parseKeyword, printKeyword, settle, typeText, type SearchInput } from '@otodana/keyword'
import { useEffectEvent, useLayoutEffect, useState } from 'react'

export type ChangeBox = (change: (box: SearchInput) => SearchInput) => void

/** The terms and the text of the box. A new keyword (another screen, or back) replaces both, unless it is what they say. */
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
    // oxlint-disable-next-line react/set-state-in-effect -- typed into while this was being drawn: read the page again
    if (input.value !== seen) readAgain()
  }, [input, seen])
  return [box, setBox]
}

/** What stands in the plain input becomes terms, unless it is being typed: then it stays text, letter by letter. */
function takeOver(input: HTMLInputElement, keyword: string): SearchInput {
  const text: SearchInput = { terms: [], typed: input.value }
  const isTyped = document.activeElement === input && input.value !== keyword
  return isTyped ? text : settle(typeText(text, input.value))
}
