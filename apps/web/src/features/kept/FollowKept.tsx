import { useKept } from './kept.store.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

const KeptOverlay = lazyComponent(
  () => import('./overlay/KeptOverlay.tsx'),
  () => null,
)

/** Says when downloads are done, and keeps lists in step, on a device that keeps works. */
export function FollowKept() {
  const isFollowed = useKept(({ isLoaded, problem, owner }) => isLoaded && problem === null && owner !== null)
  return isFollowed ? <KeptOverlay /> : null
}
