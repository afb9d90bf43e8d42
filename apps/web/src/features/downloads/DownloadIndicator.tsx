import { later } from '#lib/lazy.tsx'

import { useDownloads } from './queue/downloads.store.ts'

const Indicator = later(
  () => import('./dialog/Indicator.tsx'),
  () => null,
)

/** Tells on every page that files are saved. */
export function DownloadIndicator() {
  return useDownloads(({ download }) => download !== null) ? <Indicator /> : null
}
