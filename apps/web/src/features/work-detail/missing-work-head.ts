import type { AppContext } from '../../router.tsx'

/** The head of a work's page that shows none: there is no such work, or it did not come. */
export function missingWorkHead({ i18n }: AppContext, hasFailed: boolean) {
  const t = i18n.current.texts('shell')
  return { meta: [{ title: t('titleOnSite', { title: t(hasFailed ? 'failed.title' : 'notFound.title') }) }] }
}
