import { createFileRoute } from '@tanstack/react-router'

import { aboutLoader, AboutPending, AboutScreen } from '#features/about/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'

export const Route = createFileRoute('/about')({
  // Even of a closed library.
  ssr: true,
  loader: ({ context }) => aboutLoader(context),
  head: ({ loaderData }) => loaderData?.head ?? {},
  pendingComponent: AboutPending,
  errorComponent: ErrorScreen,
  component: About,
})

function About() {
  const { api, siteUrl } = Route.useRouteContext()
  return <AboutScreen api={api} siteUrl={siteUrl} />
}
