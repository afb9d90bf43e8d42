import { createFileRoute, redirect } from '@tanstack/react-router'

/** What `/favourites` was called once. */
export const Route = createFileRoute('/review')({
  beforeLoad: () => {
    throw redirect({ to: '/favourites/{-$mode}', replace: true })
  },
})
