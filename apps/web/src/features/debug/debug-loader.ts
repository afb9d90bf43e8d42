import type { AppContext } from '#i18n/app-context.ts'

import '#i18n/on-demand/debug-texts.ts'

/** Returns the page's head. */
export function debugLoader({ i18n }: AppContext) {
  const title = i18n.current.texts('debug')('title')
  return {
    head: {
      meta: [
        { title: i18n.current.texts('shell')('titleOnSite', { title }) },
        { name: 'robots', content: 'noindex, nofollow' },
      ],
    },
  }
}
