import { createFileRoute } from '@tanstack/react-router'

import { seriesLoader, SeriesPending, SeriesScreen } from '#features/series/index.ts'
import { ErrorScreen, NotFoundScreen } from '#features/shell/index.ts'
import { SelectWorks } from '#features/work-selection/index.ts'

export const Route = createFileRoute('/series_/$id')({
  loader: ({ context, params }) => seriesLoader(context, params.id),
  head: ({ loaderData }) => loaderData?.head ?? {},
  pendingComponent: SeriesPending,
  errorComponent: ErrorScreen,
  notFoundComponent: NotFoundScreen,
  component: Series,
})

function Series() {
  const { api } = Route.useRouteContext()
  const { id } = Route.useLoaderData()
  return <SeriesScreen key={id} api={api} seriesId={id} renderSelection={(list) => <SelectWorks list={list} />} />
}
