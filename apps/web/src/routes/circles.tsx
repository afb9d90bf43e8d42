import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'

import {
  namesDefaults,
  namesHead,
  namesLoader,
  NamesPending,
  NamesScreen,
  namesSearch,
  type NamesSearch,
} from '#features/names/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'

export const Route = createFileRoute('/circles')({
  // The loader too: nothing of this screen is part of another one's first load.
  codeSplitGroupings: [['component', 'pendingComponent', 'loader']],
  validateSearch: (search: Partial<NamesSearch> & SearchSchemaInput): NamesSearch => namesSearch(search),
  search: { middlewares: [stripSearchParams(namesDefaults)] },
  loader: ({ context, location }) => namesLoader(context, 'circles', namesSearch(location.search)),
  head: ({ match }) => namesHead(match.context, 'circles', match.search),
  pendingComponent: Pending,
  errorComponent: ErrorScreen,
  component: Names,
})

function Pending() {
  return <NamesPending kind="circles" search={Route.useSearch()} />
}

function Names() {
  const { api } = Route.useRouteContext()
  return <NamesScreen api={api} kind="circles" search={Route.useSearch()} opening={Route.useLoaderData()} />
}
