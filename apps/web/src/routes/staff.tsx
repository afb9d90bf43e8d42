import { createFileRoute } from '@tanstack/react-router'

import { namesHead, namesLoader, NamesPending, NamesScreen, namesSearch } from '#features/names/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'

export const Route = createFileRoute('/staff')({
  loader: ({ context, location }) => namesLoader(context, 'staff', namesSearch(location.search)),
  head: ({ match }) => namesHead(match.context, 'staff', match.search),
  pendingComponent: Pending,
  errorComponent: ErrorScreen,
  component: Names,
})

function Pending() {
  return <NamesPending kind="staff" search={namesSearch(Route.useSearch())} />
}

function Names() {
  const { api } = Route.useRouteContext()
  return <NamesScreen api={api} kind="staff" search={namesSearch(Route.useSearch())} opening={Route.useLoaderData()} />
}
