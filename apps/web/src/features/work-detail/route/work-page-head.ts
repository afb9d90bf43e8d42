import type { AppContext } from '#i18n/app-context.ts'

import type { WorkLoaded } from './work-route.ts'

/**
 * Returns the head of a work's page, also if the work does not exist or failed to load. Contains nothing of a closed
 * library.
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
