import type { ServerStatus } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { formatSize } from '#lib/format/format-size.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'

import { adminHref } from '../admin-search.ts'
import { adminQueries } from '../admin.queries.ts'
import { BackupNotice } from '../backups/BackupNotice.tsx'
import { DiskList } from './DiskList.tsx'
import { Jobs } from './Jobs.tsx'
import { Loaded } from '../Loaded.tsx'
import css from './Overview.module.css'
import { SetupNotice } from './SetupNotice.tsx'
import { useSpanText } from '../use-span-text.ts'

const databaseNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** The state of the server, refreshed while it is visible. */
export function Overview({ api }: { api: Api }) {
  const status = useQuery(adminQueries.status(api))
  return (
    <Loaded query={status}>
      {(data) => (
        <>
          <SetupNotice api={api} />
          <BackupNotice api={api} />
          <Figures status={data} />
          <DiskList disks={data.disks} />
          <Jobs api={api} jobs={data.jobs} />
        </>
      )}
    </Loaded>
  )
}

function Figures({ status }: { status: ServerStatus }) {
  const { t } = useTranslation('admin')
  const spanText = useSpanText()
  const { works, missingWorks, files, problems } = status.library
  return (
    <dl className={css.figures}>
      <Figure name={t('overview.works')}>{formatCount(works)}</Figure>
      <Figure
        name={t('overview.missing')}
        isAlarming={missingWorks > 0}
        {...(missingWorks > 0 ? { href: adminHref({ part: 'library' }) } : {})}
      >
        {formatCount(missingWorks)}
      </Figure>
      <Figure name={t('overview.files')}>{formatCount(files)}</Figure>
      <Figure name={t('overview.problems')} isAlarming={problems > 0} href={adminHref({ part: 'library' })}>
        {formatCount(problems)}
      </Figure>
      <Figure name={t('overview.feedback')} isAlarming={status.openFeedback > 0} href={adminHref({ part: 'feedback' })}>
        {formatCount(status.openFeedback)}
      </Figure>
      <Figure name={t('overview.accounts')} href={adminHref({ part: 'users' })}>
        {formatCount(status.accounts)}
      </Figure>
      <Figure name={t('overview.database')} note={databaseNames[status.database.kind]}>
        {formatSize(status.database.sizeBytes)}
      </Figure>
      <Figure name={t('overview.version')} note={t('overview.uptime', { span: spanText(status.uptimeSeconds) })}>
        {status.version}
      </Figure>
    </dl>
  )
}

type FigureProps = { name: string; note?: string; href?: string; isAlarming?: boolean; children: ReactNode }

function Figure({ name, note, href, isAlarming = false, children }: FigureProps) {
  return (
    <div className={css.figure}>
      <dt className={css.name}>{name}</dt>
      <dd className={isAlarming ? css.alarming : css.value}>
        {href === undefined ? (
          children
        ) : (
          <a className={css.link} href={href}>
            {children}
          </a>
        )}
        {note === undefined ? null : <span className={css.note}>{note}</span>}
      </dd>
    </div>
  )
}
