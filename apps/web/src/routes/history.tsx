import { createFileRoute } from '@tanstack/react-router'

import { historyLoader, HistoryPending, historySearch, HistoryScreen } from '#features/history/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'

export const Route = createFileRoute('/history')({
  loader: ({ context }) => historyLoader(context),
  head: ({ loaderData }) => loaderData?.head ?? {},
  pendingComponent: HistoryPending,
  errorComponent: ErrorScreen,
  component: History,
})

function History() {
  const { api } = Route.useRouteContext()
  return <HistoryScreen api={api} search={historySearch(Route.useSearch())} />
}
