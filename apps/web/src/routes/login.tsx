import { createFileRoute, redirect } from '@tanstack/react-router'

import { LOGIN_HASH } from '#features/accounts/index.ts'
import { below } from '#lib/base-path.ts'
import { ownPath } from '#lib/navigation/own-path.ts'

/** The login is a dialog over the library, or over the page of this site that `redirect` names. */
export const Route = createFileRoute('/login')({
  beforeLoad: ({ location }) => {
    const { redirect: wanted } = location.search as { redirect?: unknown }
    // oxlint-disable-next-line only-throw-error -- the router's own signal
    throw redirect({ href: `${below(ownPath(wanted) ?? '/works')}#${LOGIN_HASH}`, replace: true })
  },
})
