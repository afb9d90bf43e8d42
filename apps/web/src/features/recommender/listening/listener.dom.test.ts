import type { User } from '@otodana/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { useSession } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'

import { isMiniApp, senderOf, currentListener } from './listener.ts'
import { miniAppScript } from './mini-app-script.ts'

const device = '0b1f0d4e-6c1a-4f5e-9d7a-3c2b1a098765'
const own = '5d2c8a10-1111-4222-8333-444455556666'
const akari: User = { id: 2, loggedIn: true, name: 'akari', group: 'user', email: null, recommenderUuid: own }
const guest: User = { ...akari, id: 1, name: 'guest', group: 'guest', recommenderUuid: 'of everybody' }
const idNow = () => useSettings.getState().recommenderUuid
const isIn = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState(useSession.getInitialState(), true)
  useSettings.setState(useSettings.getInitialState(), true)
})

describe('ATH-03 the recommender’s id of the listener', () => {
  test('as the device, which gets an id when something is heard for the first time', () => {
    expect(idNow()).toBe('')
    const who = currentListener()
    expect(who).toEqual({ listener: idNow(), isMember: false })
    expect(idNow()).not.toBe('')
    expect(currentListener()).toEqual(who)
  })

  test('as the account, also where another tab or program has logged in, and its id is the device’s from then on', () => {
    useSettings.setState({ recommenderUuid: device })
    useSession.setState({ token: 't', user: akari })
    expect(currentListener()).toEqual({ listener: own, isMember: true })
    expect(idNow()).toBe(own)
  })

  test('as the device for the guest, who takes nothing over', () => {
    useSettings.setState({ recommenderUuid: device })
    useSession.setState({ token: 't', user: guest })
    expect(currentListener()).toEqual({ listener: device, isMember: false })
    expect(idNow()).toBe(device)
  })

  test('not at all while it is not known whose the login is, or where nothing is to be learned', () => {
    useSession.setState({ token: 't', user: null })
    expect(currentListener()).toBeNull()
    useSession.setState({ token: null })
    useSettings.setState({ learnFromListening: false })
    expect(currentListener()).toBeNull()
    expect(idNow()).toBe('')
  })

  test('as the id that the device has after a session has expired, which opens nothing of the account', () => {
    useSession.setState({ token: 't', user: akari })
    currentListener()
    useSession.setState({ token: null, user: null })
    expect(currentListener()).toEqual({ listener: own, isMember: false })
    useSession.setState({ token: 't2', user: akari })
    expect(currentListener()).toEqual({ listener: own, isMember: true })
  })
})

test('PLY-15 in a messenger’s mini-app only members’ listening counts', () => {
  expect(isMiniApp()).toBe(false)
  isIn('Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 MicroMessenger/8.0.50 MiniProgramEnv/Mac')
  expect(isMiniApp()).toBe(true)
  expect(currentListener()).toBeNull()
  expect(idNow()).toBe('')
  useSession.setState({ token: 't', user: guest })
  expect(currentListener()?.isMember).toBe(false)
  useSession.setState({ token: 't', user: akari })
  expect(currentListener()?.isMember).toBe(true)
  vi.restoreAllMocks()
  expect(isMiniApp()).toBe(false)
  vi.stubGlobal('__wxjs_environment', 'miniprogram')
  expect(isMiniApp()).toBe(true)
})

/** Runs a script as in the page's head, before anything can be clicked. */
function runInHead(script: string): void {
  const element = document.createElement('script')
  element.textContent = script
  document.head.append(element)
}

test('PLY-18 PLY-15 Telegram’s mini-app is one on its later pages too, and after a reload', () => {
  history.replaceState(null, '', '/works#tgWebAppData=query_id%3DAAH&tgWebAppVersion=8.0')
  expect(isMiniApp()).toBe(true)
  runInHead(miniAppScript())
  history.replaceState(null, '', '/works')
  expect(isMiniApp()).toBe(true)
  expect(currentListener()).toBeNull()
  useSession.setState({ token: 't', user: akari })
  expect(currentListener()?.isMember).toBe(true)

  sessionStorage.clear()
  expect(isMiniApp()).toBe(false)
  runInHead(miniAppScript())
  expect(isMiniApp()).toBe(false)
  vi.stubGlobal('Telegram', { WebApp: { initData: 'query_id=AAH' } })
  expect(isMiniApp()).toBe(true)
})

describe('ATH-03 feedback is sent as the listener it is of', () => {
  const heard = (listener: string, isMember: boolean) =>
    ({ listener, isMember, workId: 1, type: 'start-listen', atMs: 0 }) as const
  const other = { ...akari, id: 3, recommenderUuid: device.replace('0', '1') }

  test.each([
    ['a member’s', 'that member', heard(own, true), 't', akari, 'present'],
    ['a member’s', 'another member', heard(own, true), 't', other, 'later'],
    ['a member’s', 'the guest', heard(own, true), 't', guest, 'later'],
    ['a member’s', 'anonymous', heard(own, true), null, null, 'later'],
    ['the device’s', 'anonymous', heard(device, false), null, null, 'present'],
    ['the device’s', 'the guest', heard(device, false), 't', guest, 'present'],
    ['the device’s', 'a member', heard(device, false), 't', akari, 'anonymous'],
    ['the device’s', 'unknown yet', heard(device, false), 't', null, 'later'],
    ['what the new account’s device has heard', 'the account', heard(own, false), 't', akari, 'present'],
  ] as const)('%s, while there is %s', (_of, _there, feedback, token, user, sender) => {
    expect(senderOf(feedback, token, user)).toBe(sender)
  })
})
