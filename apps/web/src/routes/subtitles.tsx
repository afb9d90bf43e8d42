import { createFileRoute, stripSearchParams, type SearchSchemaInput } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { ErrorScreen } from '#features/shell/index.ts'
import {
  subtitlesDefaults,
  subtitlesHead,
  subtitlesLoader,
  SubtitlesPending,
  SubtitlesScreen,
  SubtitlesSearch,
} from '#features/subtitle-search/index.ts'

export const Route = createFileRoute('/subtitles')({
  // The loader too: nothing of this screen is part of another one's first load.
  codeSplitGroupings: [['component', 'pendingComponent', 'loader']],
  validateSearch: (search: Partial<SubtitlesSearch> & SearchSchemaInput): SubtitlesSearch =>
    z.parse(SubtitlesSearch, search),
  search: { middlewares: [stripSearchParams(subtitlesDefaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) => subtitlesLoader(context, deps, cause !== 'stay'),
  head: ({ match }) => subtitlesHead(match.context, match.search),
  pendingComponent: SubtitlesPending,
  errorComponent: ErrorScreen,
  component: Subtitles,
})

function Subtitles() {
  const { api } = Route.useRouteContext()
  return <SubtitlesScreen api={api} search={Route.useSearch()} />
}
