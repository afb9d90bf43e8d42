import { createFileRoute } from '@tanstack/react-router'

import { suggestionsLoader, SuggestionsScreen } from '#features/recommender/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'
import { SelectWorks } from '#features/work-selection/index.ts'

export const Route = createFileRoute('/popular')({
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, cause }) => suggestionsLoader(context, 'popular', deps, cause !== 'stay'),
  head: ({ loaderData }) => loaderData?.head ?? {},
  errorComponent: ErrorScreen,
  component: Popular,
})

function Popular() {
  const { api } = Route.useRouteContext()
  return (
    <SuggestionsScreen
      api={api}
      kind="popular"
      address={Route.useSearch()}
      renderSelection={(list) => <SelectWorks list={list} />}
    />
  )
}
