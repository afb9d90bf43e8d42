import type { ScanStatus } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#i18n/use-translation.ts'

import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import progressBar from '#ui/progress.module.css'

import css from './ScanProgress.module.css'
import { LISTS } from './listed-works.ts'
import { scanQuery } from '../works.queries.ts'

/**
 * The scan's status; undefined while unknown. Refetches lists when a running scan has changed works, and when it ends.
 */
export function useScan(api: Api): ScanStatus | undefined {
  const queryClient = useQueryClient()
  const { data: scan } = useQuery(scanQuery(api))
  const isRunning = scan?.state === 'running'
  const counts = isRunning ? scan.counts : null
  const step = counts ? `${counts.added} ${counts.changed} ${counts.missing}` : ''
  const seen = useRef(step)
  useEffect(() => {
    if (seen.current === step) return
    seen.current = step
    void queryClient.invalidateQueries({ queryKey: LISTS })
  }, [step, queryClient])
  return scan
}

/** A line above a list that is still growing. */
export function ScanLine({ scan }: { scan: ScanStatus }) {
  const { t } = useTranslation('works')
  if (!scan.counts) return null
  return (
    <div className={css.line}>
      <p>{t('scan.title')}</p>
      <ScanProgress {...scan.counts} />
    </div>
  )
}

export function ScanProgress({ done, found }: { done: number; found: number }) {
  const { t } = useTranslation('works')
  return (
    <div className={css.scan}>
      <progress
        className={`${progressBar.bar} ${css.bar}`}
        value={done}
        max={Math.max(found, 1)}
        aria-label={t('scan.title')}
      />
      <p className={css.text}>{t('scan.progress', { done: formatCount(done), found: formatCount(found) })}</p>
    </div>
  )
}
