import { useEffect, useRef, useState } from 'react'

/** State of a small non-modal popup. Escape closes it and returns the focus to its button. */
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
      // An open modal takes the key.
      if (document.querySelector('dialog:modal')) return
      event.preventDefault()
      setIsOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOpen])

  return { isOpen, close, toggle: () => setIsOpen(!isOpen), button }
}
