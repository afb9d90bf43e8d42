import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * For screens that are rendered in the browser alone: it would overwrite what was typed before hydration. Keeps a field of a form at what the address says, after Back and links too. A field with the address as its key would be another
 * element after each submission, and the focus would be lost.
 */
export function useAddressField(value: string): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (field.current) field.current.value = value
  }, [value])
  return field
}
