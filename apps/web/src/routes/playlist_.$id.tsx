import { createFileRoute, redirect } from '@tanstack/react-router'

/** A playlist's URL in other clients. */
export const Route = createFileRoute('/playlist_/$id')({
  beforeLoad: ({ params }) => {
    // oxlint-disable-next-line only-throw-error -- the router's own signal
    throw redirect({ to: '/playlist', search: { id: params.id }, statusCode: 301, replace: true })
  },
})
