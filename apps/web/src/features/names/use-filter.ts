import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Browsers refuse more than some hundred changes of the address in half a minute. */
const SETTLED_MS = 300

/**
 * What is typed into a filter, which the address follows when the typing rests: without a new entry in the history, and
 * without a jump of the page. An address that comes from elsewhere (back, a link) wins over what was typed.
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
      void router.navigate({ href, replace: true, resetScroll: false })
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [href, text, router])

  return { text, change: setText }
}
