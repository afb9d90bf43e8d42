import { isMember, useSession, useUser } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'

/**
 * Returns the target of the member's quick marks, whose status lists include. Empty without an account, and while
 * unknown.
 */
export function useMarkTargetId(): string {
  const id = useSettings(({ quickMarkTargetPlaylist }) => quickMarkTargetPlaylist)
  return isMember(useUser()) ? id : ''
}

/** The same, without subscribing. */
export function markTargetId(): string {
  return isMember(useSession.getState().user) ? useSettings.getState().quickMarkTargetPlaylist : ''
}
