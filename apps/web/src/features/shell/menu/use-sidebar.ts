import { useSyncExternalStore } from 'react'

import { useSettings } from '#features/settings/index.ts'

/** There is room for the menu beside the page; the same as in Shell.module.css. */
const ROOMY = '(min-width: 80rem)'

const subscribe = (listener: () => void) => {
  const list = matchMedia(ROOMY)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether the menu stands beside the page, or is folded away there; null where it opens over the page. */
export function useSidebar(): 'docked' | 'folded' | null {
  const isWanted = useSettings(({ sidebarExpandMode }) => sidebarExpandMode === 'docked')
  const isFolded = useSettings(({ isSidebarFolded }) => isSidebarFolded)
  const isRoomy = useSyncExternalStore(
    subscribe,
    () => matchMedia(ROOMY).matches,
    () => false,
  )
  if (!isWanted || !isRoomy) return null
  return isFolded ? 'folded' : 'docked'
}
