import { createFileRoute, useHydrated } from '@tanstack/react-router'

import { adminLoader, AdminPending, AdminScreen } from '#features/admin/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'

export const Route = createFileRoute('/admin')({
  loader: ({ context }) => adminLoader(context),
  head: ({ loaderData }) => loaderData?.head ?? {},
  pendingComponent: AdminPending,
  errorComponent: ErrorScreen,
  component: Admin,
})

function Admin() {
  const { api } = Route.useRouteContext()
  const search = Route.useSearch()
  // Only the browser knows the user.
  return useHydrated() ? <AdminScreen api={api} search={search} /> : <AdminPending />
}
