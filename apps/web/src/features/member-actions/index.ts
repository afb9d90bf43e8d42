import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

/** A member's actions on a work's card. Optional, so loading errors are not reported. */
export const MemberActions = lazyComponent(
  () => import('./MemberActions.tsx'),
  () => null,
)
