import { initialTracks, listPlaylistWorks, listTracks } from '@otodana/contract'

import { presentOwner } from '#features/accounts/index.ts'
import { canPlayOpus } from '#features/player/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { fetchWorks, type ListRequest, listRequest, searchDefaults } from '#features/works/index.ts'
import { pickLocale } from '#i18n/locale.ts'
import { type Api, ApiError } from '#lib/api/api.ts'
import { networkAddress } from '#lib/api/media-address.ts'
import { storedName } from '#lib/base-path.ts'
import type { Quality } from '#lib/kept/kept-path.ts'
import { openKept } from '#lib/kept/open-database.ts'
import type { KeptList, ListSource } from '#lib/kept/schema.ts'
import { tracksExtras } from '#lib/queries/tracks-query.ts'
import { storageState } from '#lib/storage/storage-state.ts'

import { useChoices } from '../choices.store.ts'
import { tell } from '../follow-kept.ts'
import { keepWork, readWork } from '../library/keep-work.ts'
import { filesOf, planFiles } from '../library/plan-files.ts'
import { refreshWorks } from '../library/refresh-works.ts'
import { roomLeft } from '../library/room.ts'
import { MAX_LIST_WORKS, syncLists } from './sync-lists.ts'

const LISTS_LOCK = storedName('otodana-kept-lists')
const WORKS_LOCK = storedName('otodana-kept-works')
const PER_PAGE = 100

type Visitor = { owner: number; isMember: boolean }

/** Brings works that have not been read for a day up to date, in one tab at a time. */
export async function refreshKept(api: Api, { owner, isMember }: Visitor): Promise<void> {
  const db = await openKept()
  const fetchCover = (path: string) => fetch(networkAddress(path))
  const read = async (workId: number) => {
    const tree = await api(listTracks, { params: { id: String(workId) }, query: tracksExtras })
    return { tree, ...(await readWork({ api, fetchCover }, { workId, isMember, tree })) }
  }
  const playsOpus = canPlayOpus(document.createElement('audio'))
  await navigator.locks.request(WORKS_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    await refreshWorks({ db, read, playsOpus, now: Date.now, isPresent: () => presentOwner() === owner }, owner).catch(
      unlessAway,
    )
    tell({ type: 'changed', what: 'works' })
  })
}

/**
 * Brings what is kept in step with the visitor's lists, one tab after the other. A server that does not answer is no failure:
 * the next time is soon enough.
 */
export async function refreshLists(api: Api, { owner, isMember }: Visitor): Promise<void> {
  const db = await openKept()
  await navigator.locks.request(LISTS_LOCK, async () => {
    const playsOpus = canPlayOpus(document.createElement('audio'))
    const keep = async (workId: number, quality: Quality) => {
      const tree = await api(listTracks, { params: { id: String(workId) }, query: tracksExtras })
      const main = initialTracks(tree, useSettings.getState())
      const sound = (main.length > 0 ? main : filesOf(tree)).filter(({ type }) => type === 'audio')
      const tracks = new Set(sound.map(({ hash }) => hash))
      const files = planFiles(tree, { quality, tracks, hasExtras: true }, playsOpus)
      const bytes = files.reduce((sum, { expectedBytes }) => sum + expectedBytes, 0)
      if (tracks.size === 0 || bytes > (await roomForMore())) return false
      const fetchCover = (path: string) => fetch(networkAddress(path))
      const isPresent = () => presentOwner() === owner
      if (!isPresent()) return false
      const deps = { db, api, fetchCover, now: Date.now, isPresent }
      await keepWork(deps, { owner, workId, quality, isOfList: true, tree, files, isMember })
      tell({ type: 'changed', what: 'works' })
      return true
    }
    const deps = { db, keep, readList: (list: KeptList) => readList(api, list), now: Date.now }
    await syncLists(deps, owner).catch(unlessAway)
    tell({ type: 'changed', what: 'works' })
  })

  /** What waits to be fetched has its room already. */
  async function roomForMore(): Promise<number> {
    const sums = await db.getAll('sums')
    const keptBytes = sums.reduce((total, { receivedBytes }) => total + receivedBytes, 0)
    const dueBytes = sums.reduce((total, sum) => total + Math.max(0, sum.expectedBytes - sum.receivedBytes), 0)
    const { limitBytes } = useChoices.getState()
    return roomLeft({ ...(await storageState()), keptBytes, limitBytes }) - dueBytes
  }
}

type SearchSource = Extract<ListSource, { kind: 'search' }>

/** As the search shows it on this device: with its filter and its choice of editions. */
export function requestOf({ words: keyword, isSubtitled }: SearchSource, page: number): ListRequest {
  const locale = pickLocale(document.documentElement.lang, [])
  const { globalFilter, localSubtitledWorks, editions, editionLanguage } = useSettings.getState()
  const visitor = { locale, globalFilter, localSubtitledWorks, editions, editionLanguage }
  const subtitle = isSubtitled ? 1 : undefined
  return listRequest({ ...searchDefaults, keyword, subtitle, page, pageSize: PER_PAGE }, visitor)
}

/** What cannot be stored is shown like a download's trouble. */
function unlessAway(error: unknown): void {
  if (error instanceof ApiError) return
  if (!(error instanceof DOMException)) throw error
  tell({ type: 'trouble', trouble: error.name === 'QuotaExceededError' ? 'full' : 'storage' })
}

async function readList(api: Api, { source }: KeptList): Promise<{ workIds: number[]; totalCount: number }> {
  const workIds: number[] = []
  let totalCount = 0
  for (let page = 1; page <= MAX_LIST_WORKS / PER_PAGE; page++) {
    const { works, pagination } = await (source.kind === 'playlist'
      ? api(listPlaylistWorks, { query: { id: source.playlistId, page, pageSize: PER_PAGE } })
      : fetchWorks(api, requestOf(source, page), {}))
    workIds.push(...works.map(({ id }) => id))
    totalCount = pagination.totalCount
    if (works.length < PER_PAGE) break
  }
  return { workIds: [...new Set(workIds)], totalCount }
}
