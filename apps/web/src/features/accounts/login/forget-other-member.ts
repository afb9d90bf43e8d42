import type { User } from '@otodana/contract'

import { clearQueue } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { deviceStorage, tabStorage } from '#lib/storage/browser-storage.ts'

import { isLastAccount, noteLastAccount } from '../session/last-account.ts'
import { clearEnteredTexts } from '../session/sign-out-cleanup.ts'

/**
 * Removes what another member left on this device without signing out: what was entered and searched, the queue, and the target of quick
 * marks. Call it before the user is shown.
 */
export function forgetOtherMember(user: User): void {
  if (!isLastAccount(deviceStorage, user)) {
    clearEnteredTexts()
    tabStorage.remove('keyword')
    clearQueue()
    useSettings.setState({ quickMarkTargetPlaylist: '' })
  }
  noteLastAccount(deviceStorage, user)
}
