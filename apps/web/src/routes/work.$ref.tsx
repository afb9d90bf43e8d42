import { createFileRoute } from '@tanstack/react-router'

import { ErrorScreen, NotFoundScreen } from '#features/shell/index.ts'
import { workPageHead, pathSearch, workLoader, WorkScreen } from '#features/work-detail/index.ts'

/** `/work/RJ01234567` and `/work/1234567`: an RJ work, and any work by id. */
export const Route = createFileRoute('/work/$ref')({
  validateSearch: pathSearch,
  loader: ({ context, params }) => workLoader(context, params.ref),
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
