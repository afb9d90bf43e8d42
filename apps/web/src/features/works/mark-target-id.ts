import { isMember, useSession, useUser } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'

/**
 * The playlist that lists tell of each work whether it is in: where the member's quick marks go. Empty for whoever has no
 * account, and until it is known.
 */
export function useMarkTargetId(): string {
  const id = useSettings(({ quickMarkTargetPlaylist }) => quickMarkTargetPlaylist)
  return isMember(useUser()) ? id : ''
}

/** The same, asked once. */
export function markTargetId(): string {
  return isMember(useSession.getState().user) ? useSettings.getState().quickMarkTargetPlaylist : ''
}
