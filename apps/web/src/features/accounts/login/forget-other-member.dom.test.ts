import type { User } from '@otodana/contract'
import { beforeEach, expect, test } from 'vitest'

import { useSettings } from '#features/settings/index.ts'
import { deviceStorage, tabStorage } from '#lib/storage/browser-storage.ts'

import { noteAccount } from '../session/device-accounts.ts'
import { forgetOtherMember } from './forget-other-member.ts'

const akari: User = {
  id: 7,
  loggedIn: true,
  name: 'akari',
  group: 'user',
  email: null,
  recommenderUuid: '',
  createdAt: '2026-01-01T00:00:00.000Z',
}
const beni: User = { ...akari, id: 8, name: 'beni' }
const guest: User = { ...akari, id: 1, name: 'guest', group: 'guest' }

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  forgetOtherMember(akari)
  deviceStorage.write('recent-searches', '["rain"]')
  tabStorage.write('keyword', 'rain')
  useSettings.setState({ quickMarkTargetPlaylist: '11111111-1111-4111-8111-111111111111' })
})

const left = () => [
  deviceStorage.read('recent-searches'),
  tabStorage.read('keyword'),
  useSettings.getState().quickMarkTargetPlaylist,
]

test('OFF-61 another member finds nothing that one whose login has ended has left', () => {
  forgetOtherMember(beni)
  expect(left()).toEqual([null, null, ''])
})

test('OFF-61 nor does one with the same id, of a database that replaced the other', () => {
  noteAccount(deviceStorage, akari)
  forgetOtherMember({ ...akari, createdAt: '2026-11-29T00:00:00.000Z' })
  expect(left()).toEqual([null, null, ''])
})

test('OFF-61 the same member goes on, also after visits without an account', () => {
  forgetOtherMember(guest)
  forgetOtherMember({ ...akari, name: 'renamed' })
  expect(left()).toEqual(['["rain"]', 'rain', '11111111-1111-4111-8111-111111111111'])
})
