import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { below } from '#lib/base-path.ts'

/** Browsers limit URL changes to some hundred in half a minute. */
const SETTLED_MS = 300

/**
 * The filter's text, to which the URL is updated when typing pauses, without a history entry or scrolling. Navigation
 * (back, a link) replaces the text.
 */
export function useFilter(addressText: string, hrefOf: (text: string) => string) {
  const router = useRouter()
  const [text, setText] = useState(addressText)
  const [written, setWritten] = useState(addressText)
  const [seen, setSeen] = useState(addressText)
  if (seen !== addressText) {
    setSeen(addressText)
    if (addressText !== written) setText(addressText)
    setWritten(addressText)
  }

  const href = text === seen ? null : hrefOf(text)
  useEffect(() => {
    if (href === null) return undefined
    const timer = setTimeout(() => {
      setWritten(text)
      void router.navigate({ href: below(href), replace: true, resetScroll: false })
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [href, text, router])

  return { text, change: setText }
}
