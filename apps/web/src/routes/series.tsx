import { createFileRoute } from '@tanstack/react-router'

import { namesHead, namesLoader, NamesPending, NamesScreen, namesSearch } from '#features/names/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'

export const Route = createFileRoute('/series')({
  loader: ({ context, location }) => namesLoader(context, 'series', namesSearch(location.search)),
  head: ({ match }) => namesHead(match.context, 'series', match.search),
  pendingComponent: Pending,
  errorComponent: ErrorScreen,
  component: Names,
})

function Pending() {
  return <NamesPending kind="series" search={namesSearch(Route.useSearch())} />
}

function Names() {
  const { api } = Route.useRouteContext()
  return <NamesScreen api={api} kind="series" search={namesSearch(Route.useSearch())} opening={Route.useLoaderData()} />
}
