import { setupSteps, type SetupStep } from '@otodana/contract'
import { createFileRoute, useHydrated } from '@tanstack/react-router'

import { ErrorScreen } from '#features/shell/index.ts'
import { setupLoader, SetupPending, SetupScreen } from '#features/setup/index.ts'

export const Route = createFileRoute('/setup')({
  // Even of a closed library.
  ssr: true,
  // Each step is an entry of the browser's history.
  validateSearch: ({ step }): { step?: SetupStep } => {
    const known = setupSteps.find((one) => one === step)
    return known === undefined ? {} : { step: known }
  },
  loader: ({ context }) => setupLoader(context),
  head: ({ loaderData }) => loaderData?.head ?? {},
  pendingComponent: SetupPending,
  errorComponent: ErrorScreen,
  component: Setup,
})

function Setup() {
  const { api } = Route.useRouteContext()
  // Only the browser knows the user, and whether it runs on the server's machine.
  const { step } = Route.useSearch()
  return useHydrated() ? <SetupScreen api={api} step={step} /> : <SetupPending />
}
