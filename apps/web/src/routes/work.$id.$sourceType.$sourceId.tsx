import { createFileRoute } from '@tanstack/react-router'

import { ErrorScreen, NotFoundScreen } from '#features/shell/index.ts'
import { workPageHead, pathSearch, workLoader, WorkScreen } from '#features/work-detail/index.ts'

/** `/work/{id}/{source_type}/{source_id}`: works of other kinds. Only the id identifies the work. */
export const Route = createFileRoute('/work/$id/$sourceType/$sourceId')({
  validateSearch: pathSearch,
  loader: ({ context, params }) => workLoader(context, params.id),
  head: ({ match, loaderData }) => workPageHead(match.context, loaderData, match.status),
  errorComponent: ErrorScreen,
  notFoundComponent: NotFoundScreen,
  component: WorkPage,
})

function WorkPage() {
  const { api } = Route.useRouteContext()
  const { id, shownCover } = Route.useLoaderData()
  const { path } = Route.useSearch()
  return <WorkScreen key={id} api={api} workId={id} path={path} shownCover={shownCover} />
}
