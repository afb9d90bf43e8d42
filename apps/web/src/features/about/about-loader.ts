import type { AppContext } from '#i18n/app-context.ts'

import '#i18n/on-demand/about-texts.ts'

import { aboutQuery } from './about.queries.ts'

/**
 * Loads the page's data and returns its head.
 *
 * @throws on the server, if loading failed
 */
export async function aboutLoader({ api, queryClient, i18n, siteUrl }: AppContext) {
  if (import.meta.env.SSR) await queryClient.ensureQueryData(aboutQuery(api))
  // The screen shows a failure.
  else await queryClient.prefetchQuery(aboutQuery(api))
  const t = i18n.current.texts('about')
  const title = i18n.current.texts('shell')('titleOnSite', { title: t('title') })
  const href = `${siteUrl}/about`
  return {
    head: {
      meta: [
        { title },
        { name: 'description', content: t('lead') },
        { property: 'og:type', content: 'website' },
        { property: 'og:title', content: title },
        { property: 'og:description', content: t('lead') },
        { property: 'og:url', content: href },
        { name: 'twitter:card', content: 'summary' },
      ],
      links: [{ rel: 'canonical', href }],
    },
  }
}
