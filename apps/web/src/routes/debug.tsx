import { createFileRoute, useHydrated } from '@tanstack/react-router'

import { debugLoader, DebugPending, DebugScreen } from '#features/debug/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'

export const Route = createFileRoute('/debug')({
  loader: ({ context }) => debugLoader(context),
  head: ({ loaderData }) => loaderData?.head ?? {},
  pendingComponent: DebugPending,
  errorComponent: ErrorScreen,
  component: Debug,
})

function Debug() {
  const { api } = Route.useRouteContext()
  // The facts are only known in the browser.
  return useHydrated() ? <DebugScreen api={api} /> : <DebugPending />
}
