import { expect, test } from 'vitest'

import { useSession } from '#features/accounts/index.ts'
import { detectCachedPage, useConnection } from '#features/offline/index.ts'
import { useSettings } from '#features/settings/index.ts'

import { markTargetId } from './mark-target-id.ts'

test('OFF-66 a member’s cached page keeps the list that was cached for all, until the server answers', () => {
  const user = { id: 7, loggedIn: true, name: 'akari', group: 'user', email: null, recommenderUuid: '' } as const
  useSettings.setState({ quickMarkTargetPlaylist: 'trip' })
  expect(markTargetId()).toBe('')
  useSession.setState({ token: 'one', user })
  expect(markTargetId()).toBe('trip')
  // The server is gone in the middle of a visit: what was loaded for the member stays.
  useConnection.setState({ reach: 'away' })
  expect(markTargetId()).toBe('trip')

  document.documentElement.dataset.kept = '1700000000000'
  detectCachedPage()
  expect(markTargetId()).toBe('')
  useConnection.setState({ reach: 'here' })
  expect(markTargetId()).toBe('trip')
})
