import type { MissingWork } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'

import { codeOf } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { Pager } from '#ui/Pager.tsx'

import { adminHref } from '../admin-search.ts'
import { adminQueries } from '../admin.queries.ts'
import { lastPage } from '../overview/figures.ts'
import { Loaded } from '../Loaded.tsx'
import css from './MissingWorks.module.css'
import { Section } from '../Section.tsx'
import section from '../Section.module.css'

/** Works whose folders are missing, with their last paths. */
export function MissingWorks({ api, page }: { api: Api; page: number }) {
  const { t } = useTranslation('admin')
  const wanted = useQuery(adminQueries.missing(api, page))
  // When works return there are fewer pages, so the URL's page may be too large.
  const shown = wanted.data ? Math.min(page, lastPage(wanted.data.pagination)) : page
  const missing = useQuery(adminQueries.missing(api, shown))
  return (
    <Section title={t('missing.title')} text={t('missing.text')}>
      <Loaded query={missing}>
        {({ works, pagination }) =>
          pagination.totalCount === 0 ? (
            <p className={css.none}>{t('missing.none')}</p>
          ) : (
            <>
              <p className={section.hint} role="status">
                {t('missing.count', { count: pagination.totalCount, formatted: formatCount(pagination.totalCount) })}
              </p>
              <ul aria-busy={missing.isPlaceholderData}>
                {works.map((work) => (
                  <Work key={work.id} {...work} />
                ))}
              </ul>
              <Pager
                label={t('missing.pages')}
                page={pagination.page}
                last={lastPage(pagination)}
                hrefOf={(other) => adminHref({ part: 'library', page: other })}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

function Work({ id, code: source_id, title, root, path }: MissingWork) {
  const { t } = useTranslation('admin')
  const code = codeOf({ id, source_id })
  return (
    <li className={css.work}>
      <p className={css.line}>
        {code === null ? null : <span className={css.code}>{code}</span>}
        <span className={css.title}>{title}</span>
      </p>
      <p className={css.place}>
        {t('missing.place')} <span className={section.path}>{path === '' ? root : `${root}/${path}`}</span>
      </p>
    </li>
  )
}
