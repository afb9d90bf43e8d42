import { createFileRoute } from '@tanstack/react-router'

import { ErrorScreen } from '#features/shell/index.ts'
import { subtitlesLoader, SubtitlesPending, SubtitlesScreen, subtitlesSearch } from '#features/subtitle-search/index.ts'

export const Route = createFileRoute('/subtitles')({
  validateSearch: subtitlesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) => subtitlesLoader(context, deps, cause !== 'stay'),
  head: ({ loaderData }) => loaderData?.head ?? {},
  pendingComponent: SubtitlesPending,
  errorComponent: ErrorScreen,
  component: Subtitles,
})

function Subtitles() {
  const { api } = Route.useRouteContext()
  return <SubtitlesScreen api={api} search={Route.useSearch()} />
}
