import { useQuery } from '@tanstack/react-query'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'

import { adminHref } from '../admin-search.ts'
import { adminQueries } from '../admin.queries.ts'
import css from './Backups.module.css'

/** Says that the latest backup failed; nothing otherwise. */
export function BackupNotice({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const { data } = useQuery(adminQueries.backups(api))
  if (!data || data.failure === null) return null
  return (
    <p className={css.notice} role="alert">
      {t('backups.notice')}
      <a className={css.link} href={adminHref({ part: 'backups' })}>
        {t('backups.toBackups')}
      </a>
    </p>
  )
}
