import '#i18n/debug-texts.ts'

import type { AppContext } from '../../router.tsx'

/** The page's head, which no other screen needs. */
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
