import { createFileRoute, redirect } from '@tanstack/react-router'

/** The former URL of `/favourites`. */
export const Route = createFileRoute('/review')({
  beforeLoad: () => {
    throw redirect({ to: '/favourites/{-$mode}', replace: true })
  },
})
