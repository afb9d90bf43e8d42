import { useQuery } from '@tanstack/react-query'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'

import { adminHref } from '../admin-search.ts'
import { adminQueries } from '../admin.queries.ts'
import { Notice } from '../Notice.tsx'

/** Says that the latest backup failed; nothing otherwise. */
export function BackupNotice({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const { data } = useQuery(adminQueries.backups(api))
  if (!data || data.failure === null) return null
  return (
    <Notice text={t('backups.notice')} link={t('backups.toBackups')} href={adminHref({ part: 'backups' })} isUrgent />
  )
}
