import { useHydrated } from '@tanstack/react-router'

import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

const FoundInSubtitles = lazyComponent(
  () => import('./FoundInSubtitles.tsx'),
  () => null,
)

/** Where a search finds no work: how much it finds in subtitles, with the way there. */
export function OtherResults({ keyword }: { keyword: string }) {
  return useHydrated() ? <FoundInSubtitles keyword={keyword} /> : null
}
