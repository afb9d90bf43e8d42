import { useHydrated } from '@tanstack/react-router'

import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

const FoundInSubtitles = lazyComponent(
  () => import('./FoundInSubtitles.tsx'),
  () => null,
)

/** For a search without works: the number of matches in subtitles, with a link. */
export function OtherResults({ keyword }: { keyword: string }) {
  return useHydrated() ? <FoundInSubtitles keyword={keyword} /> : null
}
