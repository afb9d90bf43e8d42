import { useSettings } from '#features/settings/index.ts'

import { addListChoice } from './list/list-choice.ts'
import { worksHref, type ListChoice, type WorksSearch } from './works-search.ts'

/** What this device has chosen for lists of works. */
export function useListChoice(): ListChoice {
  const displayMode = useSettings((settings) => settings.displayMode)
  const pageSize = useSettings((settings) => settings.pageSize)
  const sortOption = useSettings((settings) => settings.sortOption)
  return { displayMode, pageSize, sortOption }
}

/** Gives addresses of lists of works that show what they say, whatever this device has chosen. */
export function useWorksHref(): (search: Partial<WorksSearch>, path?: string) => string {
  const chosen = useListChoice()
  return (search, path) => worksHref(search, path, chosen)
}

/** The library's address as this device has chosen to see it. */
export function listHref(): string {
  const url = new URL('/works', location.origin)
  addListChoice(url, useSettings.getState())
  return url.pathname + url.search
}
