import { useEffect } from 'react'

import { useSettings } from '#features/settings/index.ts'

const WRITING = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/** `/` focuses the search, unless text is being typed, a dialog is open, or single-key shortcuts are off. */
export function useSearchKey(): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || event.isComposing) return
      if (event.altKey || event.ctrlKey || event.metaKey || !useSettings.getState().keyboardShortcuts) return
      if (event.target instanceof Element && event.target.closest(WRITING)) return
      if (!document.querySelector('dialog:modal') && focusSearch()) event.preventDefault()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

/** Opens the search as a tap on its box does: on a phone its dialog. Returns whether the top bar has a box. */
export function focusSearch(): boolean {
  const search = document.querySelector<HTMLElement>('header [name="keyword"]')
  search?.click()
  // The dialog has its own input.
  if (!document.querySelector('dialog:modal')) search?.focus()
  return search !== null
}
