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

export const Route = createFileRoute('/tags')({
  // The loader too: nothing of this screen is part of another one's first load.
  codeSplitGroupings: [['component', 'pendingComponent', 'loader']],
  validateSearch: (search: Partial<NamesSearch> & SearchSchemaInput): NamesSearch => namesSearch(search),
  search: { middlewares: [stripSearchParams(namesDefaults)] },
  loader: ({ context, location }) => namesLoader(context, 'tags', namesSearch(location.search)),
  head: ({ match }) => namesHead(match.context, 'tags', match.search),
  pendingComponent: Pending,
  errorComponent: ErrorScreen,
  component: Names,
})

function Pending() {
  return <NamesPending kind="tags" search={Route.useSearch()} />
}

function Names() {
  const { api } = Route.useRouteContext()
  return <NamesScreen api={api} kind="tags" search={Route.useSearch()} opening={Route.useLoaderData()} />
}
