import { WorksSkeleton } from '#features/works/index.ts'

/** While what is on this device is read. */
export function KeptPending() {
  return <WorksSkeleton mode="detail" />
}
