import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

/** What a member can do with a work on its card. A card without it is complete, so a chunk that does not load is not reported. */
export const MemberActions = lazyComponent(
  () => import('./MemberActions.tsx'),
  () => null,
)
