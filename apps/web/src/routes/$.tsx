import { createFileRoute, notFound } from '@tanstack/react-router'

import { NotFoundScreen } from '#features/shell/index.ts'

/** Every unknown address. */
export const Route = createFileRoute('/$')({
  loader: () => {
    // oxlint-disable-next-line only-throw-error -- the router's own signal
    throw notFound()
  },
  head: ({ match }) => {
    const t = match.context.i18n.current.texts('shell')
    return { meta: [{ title: t('titleOnSite', { title: t('notFound.title') }) }] }
  },
  notFoundComponent: NotFoundScreen,
})
