import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'

import { MemberActions } from '#features/member-actions/index.ts'
import { hasSubtitleMarks } from '#features/settings/index.ts'
import { Document, ErrorScreen, NotFoundScreen, Shell } from '#features/shell/index.ts'
import { CardActions } from '#features/works/index.ts'
import type { AppContext } from '#i18n/app-context.ts'
import { below } from '#lib/base-path.ts'
import { subtitleLanguagesQuery } from '#lib/queries/subtitle-languages-query.ts'

export const Route = createRootRouteWithContext<AppContext>()({
  // The frame of every page, even of a closed library.
  ssr: true,
  // What the document says of the library, which a closed one keeps to its members.
  loader: async ({ context: { api, queryClient, i18n, isClosed } }) => {
    const isAsked = import.meta.env.SSR && !isClosed && !hasSubtitleMarks(i18n.current.locale)
    if (isAsked) await queryClient.prefetchQuery(subtitleLanguagesQuery(api))
  },
  head: ({ match, matches }) => {
    const t = match.context.i18n.current.texts('shell')
    // An undecodable address matches no route, not even that of unknown addresses.
    const isNowhere = matches.length === 1
    return {
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
        { name: 'color-scheme', content: 'dark light' },
        { title: isNowhere ? t('titleOnSite', { title: t('notFound.title') }) : t('siteName') },
        { name: 'description', content: t('description') },
        { property: 'og:site_name', content: t('siteName') },
        ...(match.context.isClosed ? [{ name: 'robots', content: 'noindex' }] : []),
      ],
      links: [
        // Painted when its content has arrived: laid out once, and not for every part of it.
        { rel: 'expect', href: '#notices', blocking: 'render' },
        { rel: 'icon', href: below('/favicon.svg'), type: 'image/svg+xml' },
        { rel: 'manifest', href: below(`/manifest.webmanifest?lang=${match.context.i18n.current.locale}`) },
        // For iPhones, which ignore the manifest's icon.
        { rel: 'apple-touch-icon', href: below('/icons/apple-touch-icon.png') },
      ],
    }
  },
  shellComponent: Document,
  component: Root,
  errorComponent: ErrorScreen,
  notFoundComponent: NotFoundScreen,
})

function Root() {
  return (
    <CardActions value={MemberActions}>
      <Shell>
        <Outlet />
      </Shell>
    </CardActions>
  )
}
