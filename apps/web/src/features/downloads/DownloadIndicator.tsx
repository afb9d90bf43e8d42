import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

import { useDownloads } from './queue/downloads.store.ts'

const Indicator = lazyComponent(
  () => import('./dialog/Indicator.tsx'),
  () => null,
)

/** Shows a running download on every page. */
export function DownloadIndicator() {
  return useDownloads(({ download }) => download !== null) ? <Indicator /> : null
}
