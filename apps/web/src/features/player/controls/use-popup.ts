import { useEffect, useRef, useState } from 'react'

/**
 * Something small that a button opens without making the rest of the page wait. Escape closes it; the focus then goes
 * back to the button.
 */
export function usePopup() {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  function close() {
    setIsOpen(false)
    button.current?.focus()
  }

  useEffect(() => {
    if (!isOpen) return undefined
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // Beneath something that makes the page wait, the key is not meant for this.
      if (document.querySelector('dialog:modal')) return
      setIsOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOpen])

  return { isOpen, close, toggle: () => setIsOpen(!isOpen), button }
}
