import type { AppContext } from '#i18n/app-context.ts'

import type { WorkLoaded } from './work-route.ts'

/**
 * The head of a work's page, also of one that shows none: there is no such work, or it did not come, whatever was there
 * before. Where the library is closed to the visitor nothing is said of either.
 *
 * @param status  the route's
 */
export function workPageHead({ i18n, isClosed }: AppContext, loaded: WorkLoaded | undefined, status: string) {
  const hasFailed = status === 'error'
  if (loaded && !hasFailed && status !== 'notFound') return loaded.head
  if (isClosed && (hasFailed || import.meta.env.SSR)) return {}
  const t = i18n.current.texts('shell')
  return { meta: [{ title: t('titleOnSite', { title: t(hasFailed ? 'failed.title' : 'notFound.title') }) }] }
}
