import { useEffect, useRef, useState } from 'react'

type Options = {
  /** Also closed by pressing anywhere else. */
  closesOutside: boolean
}

/**
 * Something small that a button opens without making the rest of the page wait. Escape closes it; the focus then goes
 * back to the button.
 */
export function usePopup({ closesOutside }: Options) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const popup = useRef<HTMLDialogElement>(null)

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
    const handlePointer = ({ target }: PointerEvent) => {
      const isInside = [popup, button].some(({ current }) => current?.contains(target as Node))
      if (closesOutside && !isInside) setIsOpen(false)
    }
    document.addEventListener('keydown', handleKey)
    document.addEventListener('pointerdown', handlePointer)
    return () => {
      document.removeEventListener('keydown', handleKey)
      document.removeEventListener('pointerdown', handlePointer)
    }
  }, [isOpen, closesOutside])

  return { isOpen, close, toggle: () => setIsOpen(!isOpen), button, popup }
}
