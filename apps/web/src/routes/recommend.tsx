import { createFileRoute } from '@tanstack/react-router'

import { suggestionsLoader, SuggestionsScreen } from '#features/recommender/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'
import { SelectWorks } from '#features/work-selection/index.ts'

export const Route = createFileRoute('/recommend')({
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) => suggestionsLoader(context, 'recommended', deps, cause !== 'stay'),
  head: ({ loaderData }) => loaderData?.head ?? {},
  errorComponent: ErrorScreen,
  component: Recommend,
})

function Recommend() {
  const { api } = Route.useRouteContext()
  return (
    <SuggestionsScreen
      api={api}
      kind="recommended"
      address={Route.useSearch()}
      renderSelection={(list) => <SelectWorks list={list} />}
    />
  )
}
