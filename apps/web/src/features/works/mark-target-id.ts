import { isMember, useSession, useUser } from '#features/accounts/index.ts'
import { isCachedPage, useConnection } from '#features/offline/index.ts'
import { useSettings } from '#features/settings/index.ts'

/** Whether the page shows what was cached for visitors without an account. */
const isCopy = ({ reach, cachedAt }: ReturnType<typeof useConnection.getState>) =>
  reach !== 'here' && cachedAt !== null && isCachedPage()

/**
 * Returns the target of the member's quick marks, whose status lists include. Empty without an account, while
 * unknown, and in a cached page, whose list would be thrown away for one that cannot be loaded.
 */
export function useMarkTargetId(): string {
  const id = useSettings(({ quickMarkTargetPlaylist }) => quickMarkTargetPlaylist)
  const isOfAll = useConnection(isCopy)
  return isMember(useUser()) && !isOfAll ? id : ''
}

/** The same, without subscribing. */
export function markTargetId(): string {
  const isOfMember = isMember(useSession.getState().user) && !isCopy(useConnection.getState())
  return isOfMember ? useSettings.getState().quickMarkTargetPlaylist : ''
}
