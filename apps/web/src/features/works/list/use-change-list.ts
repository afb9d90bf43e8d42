import { useRouter } from '@tanstack/react-router'

import { useSettings, type Settings } from '#features/settings/index.ts'
import { below } from '#lib/base-path.ts'

import { worksHref, type WorksSearch } from '../works-search.ts'

/** Returns a function that shows the list with other options, from its first page; chosen ones stay for the next visit. */
export function useChangeList(search: WorksSearch, path: string) {
  const router = useRouter()
  return (changed: Partial<WorksSearch>, chosen?: Partial<Settings>) => {
    if (chosen) useSettings.setState(chosen)
    void router.navigate({ href: below(worksHref({ ...search, page: 1, ...changed }, path, useSettings.getState())) })
  }
}
