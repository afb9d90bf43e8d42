import { useSyncExternalStore } from 'react'

import { useSettings } from '#features/settings/index.ts'

/** Room for the docked menu; must equal Shell.module.css. */
const ROOMY = '(min-width: 80rem)'

const subscribe = (listener: () => void) => {
  const list = matchMedia(ROOMY)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether the menu is docked or folded; null if it opens over the page. */
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
