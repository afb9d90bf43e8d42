import { isMember, useSession, useUser } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'

/**
 * The playlist that receives the member's quick marks; lists show for each work whether it is in it. Empty without an
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
