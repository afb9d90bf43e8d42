import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

/** Similar works. Optional, so loading errors are not shown. */
export const SimilarWorks = lazyComponent(
  () => import('./SimilarShelf.tsx'),
  () => null,
)
