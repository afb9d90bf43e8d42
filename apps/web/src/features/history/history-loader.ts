import '#i18n/on-demand/history-texts.ts'

import type { AppContext } from '#i18n/app-context.ts'

/** Returns the page's head. The history is personal, so only the browser requests it. */
export function historyLoader({ i18n }: AppContext) {
  const title = i18n.current.texts('history')('title')
  return {
    head: {
      meta: [{ title: i18n.current.texts('shell')('titleOnSite', { title }) }, { name: 'robots', content: 'noindex' }],
    },
  }
}
