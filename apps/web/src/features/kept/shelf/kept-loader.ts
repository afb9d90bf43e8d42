import '#i18n/on-demand/kept-texts.ts'

import type { AppContext } from '#i18n/app-context.ts'

/** Returns the page's head. What it shows is on the device alone. */
export function keptLoader({ i18n }: AppContext) {
  const title = i18n.current.texts('kept')('title')
  return {
    head: {
      meta: [{ title: i18n.current.texts('shell')('titleOnSite', { title }) }, { name: 'robots', content: 'noindex' }],
    },
  }
}
