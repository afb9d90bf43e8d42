import '#i18n/on-demand/health-texts.ts'
import { useMemo } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { apiOrigin } from '#lib/api/api-base.ts'

import { announcementNodes } from './announcement-nodes.ts'
import css from './AnnouncementText.module.css'

/** An announcement, built from safe elements. */
export function AnnouncementText({ html }: { html: string }) {
  const { t } = useTranslation('health')
  const { nodes, isPlain, isEmpty } = useMemo(() => announcementNodes(html, apiOrigin() || location.origin), [html])
  if (isEmpty) return <p>{t('empty')}</p>
  return <div className={`${css.text} ${isPlain ? css.plain : ''}`}>{nodes}</div>
}
