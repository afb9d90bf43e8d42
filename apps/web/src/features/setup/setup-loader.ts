import type { AppContext } from '#i18n/app-context.ts'

import '#i18n/on-demand/setup-texts.ts'

/** The page's head. What the visitor may see is requested by the screen. */
export function setupLoader({ i18n }: AppContext) {
  const title = i18n.current.texts('setup')('title')
  return {
    head: {
      meta: [
        { title: i18n.current.texts('shell')('titleOnSite', { title }) },
        { name: 'robots', content: 'noindex, nofollow' },
      ],
    },
  }
}
