import type { AppContext } from '#i18n/app-context.ts'

import '#i18n/on-demand/admin-texts.ts'

/** The page's head, which is not part of other screens. The screen requests its data once it knows that the visitor may see it. */
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
