import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

import { useDownloads } from './queue/downloads.store.ts'

const Indicator = lazyComponent(
  () => import('./dialog/Indicator.tsx'),
  () => null,
)

/** Tells on every page that files are saved. */
export function DownloadIndicator() {
  return useDownloads(({ download }) => download !== null) ? <Indicator /> : null
}
