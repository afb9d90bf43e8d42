import { useSettings } from '#features/settings/index.ts'

import { addListChoice } from './list/list-choice.ts'
import { worksHref, type ListChoice, type WorksSearch } from './works-search.ts'

/** This device's display options for lists of works. */
export function useListChoice(): ListChoice {
  const displayMode = useSettings((settings) => settings.displayMode)
  const pageSize = useSettings((settings) => settings.pageSize)
  const sortOption = useSettings((settings) => settings.sortOption)
  return { displayMode, pageSize, sortOption }
}

/** Creates URLs of lists of works with explicit options where this device's differ. */
export function useWorksHref(): (search: Partial<WorksSearch>, path?: string) => string {
  const chosen = useListChoice()
  return (search, path) => worksHref(search, path, chosen)
}

/** Returns the library's URL with this device's display options. */
export function listHref(): string {
  const url = new URL('/works', location.origin)
  addListChoice(url.pathname, url, useSettings.getState())
  return url.pathname + url.search
}
