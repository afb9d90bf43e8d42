import { createFileRoute } from '@tanstack/react-router'

import { keptLoader, KeptPending, KeptScreen, keptSearch } from '#features/kept/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'

/** What is kept on this device. The service worker answers it with the bare document, online too. */
export const Route = createFileRoute('/kept')({
  loader: ({ context }) => keptLoader(context),
  head: ({ loaderData }) => loaderData?.head ?? {},
  pendingComponent: KeptPending,
  errorComponent: ErrorScreen,
  component: Kept,
})

function Kept() {
  return <KeptScreen search={keptSearch(Route.useSearch())} />
}
