import { createFileRoute, redirect } from '@tanstack/react-router'

/** The login is a dialog over any page; links to `/login` lead to the library. */
export const Route = createFileRoute('/login')({
  beforeLoad: () => {
    throw redirect({ to: '/works', replace: true })
  },
})
