import type { ScanStatus } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'

import { adminQueries } from '../admin.queries.ts'
import { PROBLEMS_ANCHOR } from './Problems.tsx'
import css from './ScanFigures.module.css'
import { Failure } from '../Section.tsx'
import section from '../Section.module.css'
import { useSpanText } from '../use-span-text.ts'
import { useTimeText } from '../use-time-text.ts'

const shown = ['added', 'changed', 'unchanged', 'missing', 'filesRead', 'problems'] as const
type Counts = NonNullable<ScanStatus['counts']>

/** A scan's counts. */
export function ScanFigures({ counts }: { counts: Counts }) {
  const { t } = useTranslation('admin')
  return (
    <dl className={css.figures}>
      {shown.map((name) => (
        <div key={name}>
          <dt className={css.name}>{t(`scan.counts.${name}`)}</dt>
          <dd className={css.value}>{formatCount(counts[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The result of the last scan. */
export function LastScan({ api, scan }: { api: Api; scan: NonNullable<ScanStatus['last']> }) {
  const { t } = useTranslation('admin')
  const timeText = useTimeText()
  const spanText = useSpanText()
  const { state, startedAt, finishedAt, counts, error } = scan
  const isBad = state === 'failed' || state === 'interrupted'
  return (
    <div className={css.last}>
      <div className={section.row}>
        <h3 className={css.title}>{t('scan.last')}</h3>
        <span className={`${section.badge} ${isBad ? section.alarm : ''}`}>{t(`scan.states.${state}`)}</span>
        <UnreadFolders api={api} />
        <span className={section.hint}>
          <time dateTime={startedAt}>{timeText(startedAt)}</time>
          {finishedAt === null
            ? ''
            : t('scan.took', { span: spanText((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000) })}
        </span>
      </div>
      <Failure text={error} />
      <ScanFigures counts={counts} />
    </div>
  )
}

/** How many library folders the latest scans could not read, with the way to the reasons. */
function UnreadFolders({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const { data = [] } = useQuery(adminQueries.problems(api))
  const { size } = new Set(data.filter(({ kind }) => kind === 'rootUnavailable').map(({ root }) => root))
  if (size === 0) return null
  return (
    <a className={css.unread} href={`#${PROBLEMS_ANCHOR}`}>
      {t('scan.unread', { count: size, formatted: formatCount(size) })}
    </a>
  )
}
