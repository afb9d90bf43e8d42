import { listHistory } from '@otodana/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { useSettings } from '#features/settings/index.ts'
import type { Api } from '#lib/api/api.ts'
import { deviceStorage } from '#lib/storage/browser-storage.ts'
import { DEVICE } from '#lib/storage/device-owner.ts'

import { entriesOfDevice, entriesOfPage, PAGE_SIZE } from './history-entries.ts'
import { createHistoryLog } from './history-log.ts'
import type { HistorySearch } from './history-search.ts'

const deviceKey = ['history', 'device'] as const
const accountKey = ['history', 'account'] as const

/** The history of an account, or of this device. */
export const historyQueries = {
  /** @param owner  an account's id, or `DEVICE` */
  page: (api: Api, owner: number, { words, until, page }: HistorySearch) =>
    owner === DEVICE
      ? queryOptions({
          queryKey: [...deviceKey, words, until, page],
          queryFn: async () => {
            const tracks = createHistoryLog(deviceStorage).tracks(DEVICE)
            return entriesOfDevice(tracks, { words, until, page }, useSettings.getState().keepHistory)
          },
          // Playback goes on in this tab and others.
          staleTime: 0,
        })
      : queryOptions({
          queryKey: [...accountKey, words, until, page],
          queryFn: async ({ signal }) =>
            entriesOfPage(
              await api(
                listHistory,
                { query: { keyword: words, until: until || undefined, page, pageSize: PAGE_SIZE } },
                { signal },
              ),
            ),
          placeholderData: keepPreviousData,
          staleTime: 0,
          meta: { isPersonal: true, needsAccount: true, isAwaited: true },
        }),
}

export const historyKey = ['history'] as const
