import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

/** Works like one. A work's page without them is one: nothing is said where they do not arrive. */
export const SimilarWorks = lazyComponent(
  () => import('./SimilarShelf.tsx'),
  () => null,
)
