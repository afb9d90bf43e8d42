import { later } from '#lib/lazy.tsx'

/** Works like one. A work's page without them is one: nothing is said where they do not arrive. */
export const SimilarWorks = later(
  () => import('./SimilarShelf.tsx'),
  () => null,
)
