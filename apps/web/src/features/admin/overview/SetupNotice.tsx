import { useQuery } from '@tanstack/react-query'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'

import { adminQueries } from '../admin.queries.ts'
import { Notice } from '../Notice.tsx'

/** The way back to a setup that was left. */
export function SetupNotice({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const { data } = useQuery(adminQueries.setup(api))
  if (data?.step !== 'open') return null
  return <Notice text={t('setupNotice')} link={t('toSetup')} href="/setup" />
}
