import { useQuery } from '@tanstack/react-query'

import { adminHref, adminQueries } from '#features/admin/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import forms from '#ui/forms.module.css'

import css from './SetupScreen.module.css'

const NAMED = 3

/** Folders with audio that did not become works, because their names have no code. */
export function CodelessFolders({ api }: { api: Api }) {
  const { t } = useTranslation('setup')
  const { data } = useQuery(adminQueries.folders(api))
  const folders = data?.folders ?? []
  if (folders.length === 0) return null
  const rest = folders.length - NAMED
  return (
    <div className={css.card}>
      <p className={css.state}>
        {t('codeless.title', { count: folders.length, formatted: formatCount(folders.length) })}
      </p>
      <ul className={css.names}>
        {folders.slice(0, NAMED).map(({ root, path }) => (
          <li key={`${root}/${path}`}>{path.slice(path.lastIndexOf('/') + 1)}</li>
        ))}
        {rest > 0 ? <li>{t('codeless.more', { formatted: formatCount(rest) })}</li> : null}
      </ul>
      <p className={forms.hint}>
        {t('codeless.text')}{' '}
        <a className={css.link} href={adminHref({ part: 'library' })}>
          {t('codeless.link')}
        </a>
      </p>
    </div>
  )
}
