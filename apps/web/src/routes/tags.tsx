import { createFileRoute } from '@tanstack/react-router'

import { namesHead, namesLoader, NamesPending, NamesScreen, namesSearch } from '#features/names/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'

export const Route = createFileRoute('/tags')({
  loader: ({ context, location }) => namesLoader(context, 'tags', namesSearch(location.search)),
  head: ({ match }) => namesHead(match.context, 'tags', match.search),
  pendingComponent: Pending,
  errorComponent: ErrorScreen,
  component: Names,
})

function Pending() {
  return <NamesPending kind="tags" search={namesSearch(Route.useSearch())} />
}

function Names() {
  const { api } = Route.useRouteContext()
  return <NamesScreen api={api} kind="tags" search={namesSearch(Route.useSearch())} opening={Route.useLoaderData()} />
}
