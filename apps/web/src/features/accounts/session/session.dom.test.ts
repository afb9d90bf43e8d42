import { getWorkInfo, type User } from '@otodana/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi, type Mock } from 'vitest'

import { createApi, type Api } from '#lib/api/api.ts'
import { setApiBase } from '#lib/api/api-base.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'
import { playbackPositionsQuery } from '#lib/queries/playback-positions-query.ts'

import { followSession } from './follow-session.ts'
import { noteOwner } from './session-owner.ts'
import { apiSession, setSession, clearSession, sessionScript, useSession } from './session.store.ts'

const akari: User = { id: 2, loggedIn: true, name: 'akari', group: 'user', email: null, recommenderUuid: 'a' }
const botan: User = { ...akari, id: 3, name: 'botan', recommenderUuid: 'b' }
const anonymous: User = { loggedIn: false, name: '', group: '', email: null, recommenderUuid: '' }

let end: () => void
let queryClient: QueryClient
let reload: Mock<() => void>
let asked: string[]
let isClosed: boolean
let refusal: string | null

/** A server that knows the tokens `akari` and `botan`. */
const server = (async (url: string, init: RequestInit = {}) => {
  const bearer = new Headers(init.headers).get('authorization')?.slice('Bearer '.length) ?? ''
  asked.push(`${url} ${bearer}`)
  if (url === '/api/auth/me') {
    const user = { akari, botan, akari2: akari }[bearer] ?? anonymous
    const access = isClosed ? 'members' : 'public'
    return Response.json({ user, auth: true, reg: true, guest: true, access })
  }
  if (refusal !== null) return Response.json({ error: refusal }, { status: 401 })
  return Response.json({ of: bearer })
}) as typeof fetch
const api: Api = createApi({ fetch: (...input) => server(...input), caller: apiSession })

/** Starts the page without a user. */
function begin(client = api) {
  end = followSession({ api: client, queryClient, reload })
}
/** A screen with a work that it requested with the current login. */
function show() {
  const observer = new QueryObserver(queryClient, {
    queryKey: ['work'],
    queryFn: () => api(getWorkInfo, { params: { id: '1' } }),
    meta: { isPersonal: true },
    retry: false,
  })
  const shown: unknown[] = []
  const note = ({ data }: { data: unknown }) => shown.push((data as { of: string } | undefined)?.of)
  const stop = observer.subscribe(note)
  return { shown, now: () => shown.at(-1), stop }
}
const anotherTabKeeps = (token: string | null) => {
  if (token === null) localStorage.removeItem('jwt-token')
  else localStorage.setItem('jwt-token', token)
  dispatchEvent(new StorageEvent('storage', { key: 'jwt-token' }))
}
const nameNow = () => useSession.getState().user?.name

beforeEach(() => {
  queryClient = new QueryClient()
  queryClient.mount()
  reload = vi.fn<() => void>()
  asked = []
  isClosed = false
  refusal = null
})
afterEach(() => {
  end()
  localStorage.clear()
  queryClient.clear()
  useSession.setState(useSession.getInitialState(), true)
})

test('ATH-03 when another tab signs out, this one keeps no drafts either; when it only loses its session, it does', async () => {
  const other = (key: string, newValue: string | null) => dispatchEvent(new StorageEvent('storage', { key, newValue }))
  localStorage.setItem('jwt-token', 'akari')
  sessionStorage.setItem('review-drafts', '[]')
  begin()
  await vi.waitFor(() => expect(nameNow()).toBe('akari'))
  anotherTabKeeps(null)
  other('signed-out', null)
  expect(useSession.getState().token).toBeNull()
  expect(sessionStorage.getItem('review-drafts')).toBe('[]')
  other('signed-out', '1 2')
  await vi.waitFor(() => expect(sessionStorage.getItem('review-drafts')).toBeNull())
})

test('ATH-02 without a saved token no call asks for the user', () => {
  begin()
  expect(asked).toEqual([])
  expect(useSession.getState()).toMatchObject({ token: null, user: null })
  end()
  // Longer than any token, so it is never sent.
  localStorage.setItem('jwt-token', 'x'.repeat(4_097))
  begin()
  expect(asked).toEqual([])
  expect(useSession.getState().token).toBeNull()
})

test('ATH-02 a login is stored as plain text under jwt-token, and the next page knows its user', async () => {
  begin()
  setSession({ token: 'akari', user: akari })
  expect(localStorage.getItem('jwt-token')).toBe('akari')
  clearSession()
  expect(localStorage.getItem('jwt-token')).toBeNull()

  end()
  localStorage.setItem('jwt-token', 'botan')
  begin()
  expect(apiSession.token()).toBe('botan')
  await vi.waitFor(() => expect(nameNow()).toBe('botan'))
  expect(document.documentElement.dataset.loggedIn).toBe('')
})

test('ATH-02 a kept token that is of no use is cleared, and said to be', async () => {
  localStorage.setItem('jwt-token', 'old')
  begin()
  await vi.waitFor(() => expect(useSession.getState().notice).toMatchObject({ error: { key: 'jwt expired' } }))
  expect(localStorage.getItem('jwt-token')).toBeNull()
  expect(useSession.getState()).toMatchObject({ token: null, user: null })
})

test('ATH-02 HLT-04 an address of the instance that does not know a login does not end it', async () => {
  begin()
  setSession({ token: 'akari', user: akari })
  setApiBase('https://mirror.example', ['https://mirror.example'])
  refusal = 'invalid token'
  const ask = () => api(getWorkInfo, { params: { id: '1' } }).catch(() => undefined)
  await ask()
  expect(localStorage.getItem('jwt-token')).toBe('akari')
  expect(apiSession.token()).toBe('akari')
  expect(useSession.getState().notice).toMatchObject({ error: { key: 'client.loginUnknownHere' } })
  setApiBase('')
  await ask()
  expect(localStorage.getItem('jwt-token')).toBeNull()
})

test('ATH-02 many calls that fail with one token cause one notice, and failures of an earlier token none', async () => {
  begin()
  setSession({ token: 'akari', user: akari })
  const notices: unknown[] = []
  const stop = useSession.subscribe(({ notice }, before) => notice !== before.notice && notices.push(notice))
  refusal = 'jwt expired'
  const ask = () => api(getWorkInfo, { params: { id: '1' } }).catch(() => undefined)
  await Promise.all([ask(), ask(), ask()])
  expect(notices).toHaveLength(1)
  expect(apiSession.token()).toBeNull()
  // Calls that waited are sent without a token now, which reports nothing new.
  refusal = 'No authorization token was found'
  await ask()
  expect(notices.at(-1)).toMatchObject({ error: { key: 'jwt expired' } })

  const late = ask()
  setSession({ token: 'botan', user: botan })
  await late
  expect(apiSession.token()).toBe('botan')
  stop()
})

test('ATH-02 login and logout of one tab are those of the others', async () => {
  begin()
  anotherTabKeeps('akari')
  await vi.waitFor(() => expect(nameNow()).toBe('akari'))
  anotherTabKeeps('botan')
  await vi.waitFor(() => expect(nameNow()).toBe('botan'))
  anotherTabKeeps(null)
  expect(useSession.getState()).toMatchObject({ token: null, user: null })
  expect(document.documentElement.dataset.loggedIn).toBeUndefined()
})

test('ATH-02 a token that another tab has ended or replaced is not told of here, nor is the new one lost', async () => {
  begin()
  setSession({ token: 'akari', user: akari })
  refusal = 'jwt expired'
  const ask = () => api(getWorkInfo, { params: { id: '1' } }).catch(() => undefined)
  // The other tab has stored its login; this one has not received the event yet.
  localStorage.setItem('jwt-token', 'akari2')
  await ask()
  expect(localStorage.getItem('jwt-token')).toBe('akari2')
  expect(useSession.getState()).toMatchObject({ token: 'akari2', notice: null })
  localStorage.removeItem('jwt-token')
  await ask()
  expect(useSession.getState()).toMatchObject({ token: null, notice: null })
})

test('ATH-02 a logout in another tab is followed without a call that needs an account, nor a word', async () => {
  begin()
  setSession({ token: 'akari', user: akari })
  const observer = new QueryObserver(queryClient, { ...playbackPositionsQuery(api, 2, 1), retry: false })
  const stop = observer.subscribe(() => {})
  await vi.waitFor(() => expect(asked).toContain('/api/places/1 akari'))
  const listed = show()
  await vi.waitFor(() => expect(listed.now()).toBe('akari'))
  anotherTabKeeps(null)
  await vi.waitFor(() => expect(listed.now()).toBe(''))
  expect(asked.filter((call) => call.startsWith('/api/places') && call.endsWith(' '))).toEqual([])
  expect(useSession.getState().notice).toBeNull()
  stop()
  listed.stop()
})

test('ATH-02 a login in another tab answers the notice that one is needed', async () => {
  begin()
  refusal = 'No authorization token was found'
  await api(getWorkInfo, { params: { id: '1' } }).catch(() => undefined)
  expect(useSession.getState().notice).toMatchObject({ kind: 'loginNeeded' })
  anotherTabKeeps('akari')
  expect(useSession.getState().notice).toBeNull()
})

test('WRK-03 after a login what is shown is asked for as the one who came, and stays until that is there', async () => {
  begin()
  const { shown, now, stop } = show()
  await vi.waitFor(() => expect(now()).toBe(''))
  const before = shown.length
  setSession({ token: 'akari', user: akari })
  await vi.waitFor(() => expect(now()).toBe('akari'))
  expect(shown.slice(before)).not.toContain(undefined)
  stop()
})

test('ATH-02 nothing of one account is shown to the next, nor without a login', async () => {
  begin()
  setSession({ token: 'akari', user: akari })
  queryClient.setQueryData(['elsewhere'], 'of akari')
  const { shown, now, stop } = show()
  await vi.waitFor(() => expect(now()).toBe('akari'))

  shown.length = 0
  anotherTabKeeps('botan')
  await vi.waitFor(() => expect(now()).toBe('botan'))
  expect(shown).not.toContain('akari')
  expect(queryClient.getQueryData(['elsewhere'])).toBeUndefined()

  shown.length = 0
  clearSession()
  await vi.waitFor(() => expect(now()).toBe(''))
  expect(shown).not.toContain('botan')
  expect(reload).toHaveBeenCalledTimes(2)
  stop()
})

test('SET-02 another token of the same account changes nothing that is shown', async () => {
  begin()
  setSession({ token: 'akari', user: akari })
  const { now, stop } = show()
  await vi.waitFor(() => expect(now()).toBe('akari'))
  const before = asked.length
  setSession({ token: 'akari2', user: akari })
  await Promise.resolve()
  expect(asked).toHaveLength(before)
  expect(reload).not.toHaveBeenCalled()
  stop()
})

test('ATH-02 a call that needs a token and has none tells of it, unless the whole library is closed', async () => {
  begin()
  refusal = 'No authorization token was found'
  await api(getWorkInfo, { params: { id: '1' } }).catch(() => undefined)
  expect(useSession.getState().notice).toMatchObject({ kind: 'loginNeeded' })
  await vi.waitFor(() => expect(asked).toContain('/api/auth/me '))
  expect(useSession.getState()).toMatchObject({ isClosed: false, notice: { kind: 'loginNeeded' } })

  isClosed = true
  await api(getWorkInfo, { params: { id: '1' } }).catch(() => undefined)
  await vi.waitFor(() => expect(useSession.getState()).toMatchObject({ isClosed: true, notice: null }))
  const before = asked.length
  await api(getWorkInfo, { params: { id: '1' } }).catch(() => undefined)
  expect(asked).toHaveLength(before)

  // Once admitted, the screen reloads.
  refusal = null
  setSession({ token: 'akari', user: akari })
  expect(reload).toHaveBeenCalledOnce()
})

test('ATH-02 whose the token is, is asked again when the server was away', async () => {
  vi.useFakeTimers()
  let isAway = true
  const away = createApi({
    fetch: (...input) => (isAway ? Promise.resolve(new Response('', { status: 502 })) : server(...input)),
    caller: apiSession,
  })
  localStorage.setItem('jwt-token', 'akari')
  begin(away)
  await vi.advanceTimersByTimeAsync(500)
  expect(useSession.getState()).toMatchObject({ token: 'akari', user: null })
  isAway = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(nameNow()).toBe('akari')
  vi.useRealTimers()
})

test('ATH-02 what only members are answered is not asked for when the member has left', async () => {
  begin()
  setSession({ token: 'akari', user: akari })
  const observer = new QueryObserver(queryClient, {
    queryKey: ['own'],
    queryFn: () => api(getWorkInfo, { params: { id: '9' } }),
    meta: { isPersonal: true, needsAccount: true },
    retry: false,
  })
  const stop = observer.subscribe(() => {})
  const listed = show()
  await vi.waitFor(() => expect(asked).toContain('/api/workInfo/9 akari'))
  await vi.waitFor(() => expect(listed.now()).toBe('akari'))
  asked.length = 0
  clearSession()
  await vi.waitFor(() => expect(listed.now()).toBe(''))
  expect(asked.filter((call) => call.startsWith('/api/workInfo/9'))).toEqual([])
  expect(queryClient.getQueryData(['own'])).toBeUndefined()
  stop()
  listed.stop()
})

test('ATH-02 the page’s head knows of a kept login before the app runs', () => {
  const run = () => {
    const script = document.createElement('script')
    script.textContent = sessionScript()
    document.head.append(script)
  }
  run()
  expect(document.documentElement.dataset.loggedIn).toBeUndefined()
  localStorage.setItem('jwt-token', 'akari')
  run()
  expect(document.documentElement.dataset.loggedIn).toBe('')
  delete document.documentElement.dataset.loggedIn
})

test('OFF-52 without a connection the session has its last user, until the server says otherwise', async () => {
  localStorage.setItem('jwt-token', 'ended')
  noteOwner(deviceStorage, { token: 'ended', user: akari })
  let isAway = true
  const unsteady = async (url: string, init?: RequestInit) => {
    if (isAway) throw new TypeError('Failed to fetch')
    return server(url, init)
  }
  begin(createApi({ fetch: unsteady as typeof fetch, caller: apiSession }))
  await expect.poll(nameNow).toBe('akari')
  isAway = false
  await expect.poll(() => useSession.getState().token).toBeNull()
  expect(nameNow()).toBeUndefined()
})
