import type { AppContext } from '#i18n/app-context.ts'

import '#i18n/admin-texts.ts'

/** The page's head, which no other screen needs. What the page shows is asked for by whoever may see it, once that is known. */
export function adminLoader({ i18n }: AppContext) {
  const title = i18n.current.texts('admin')('title')
  return {
    head: {
      meta: [
        { title: i18n.current.texts('shell')('titleOnSite', { title }) },
        { name: 'robots', content: 'noindex, nofollow' },
      ],
    },
  }
}
