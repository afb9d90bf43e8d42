import type { AppContext } from '#i18n/app-context.ts'

import type { NameKind } from './name-kinds.ts'
import { readFilter } from './names-search.ts'

/** Title, description and canonical link. Filtered lists are not indexed. */
export function namesHead({ i18n, siteUrl }: AppContext, kind: NameKind, search: { q?: unknown }) {
  const q = readFilter(search.q) ?? ''
  const t = i18n.current.texts('names')
  const title = t(`${kind}.title`)
  return {
    meta: [
      { title: i18n.current.texts('shell')('titleOnSite', { title: q === '' ? title : `${q} · ${title}` }) },
      { name: 'description', content: t(`${kind}.description`) },
      ...(q === '' ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
    ],
    links: [{ rel: 'canonical', href: `${siteUrl}/${kind}` }],
  }
}
