import type { ServerStatus } from '@otodana/contract'

import { formatSize } from '#lib/format/format-size.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import css from './DiskList.module.css'
import { diskState } from './figures.ts'
import { Section } from '../Section.tsx'
import section from '../Section.module.css'

type Disk = ServerStatus['disks'][number]

/** Disk usage of data and library. */
export function DiskList({ disks }: { disks: readonly Disk[] }) {
  const { t } = useTranslation('admin')
  return (
    <Section title={t('disks.title')}>
      <ul className={css.disks}>
        {disks.map((disk) => (
          <DiskRow key={disk.folders[0]?.path} {...disk} />
        ))}
      </ul>
    </Section>
  )
}

function DiskRow({ folders, ...numbers }: Disk) {
  const { t } = useTranslation('admin')
  const disk = diskState(numbers)
  return (
    <li className={css.disk}>
      {folders.map(({ path, use }) => (
        <p key={`${use} ${path}`} className={css.head}>
          <span className={section.badge}>{t(`disks.use.${use}`)}</span>
          <span className={section.path}>{path}</span>
        </p>
      ))}
      {disk.isThere ? (
        <>
          <div
            className={disk.isLow ? css.lowBar : css.bar}
            role="meter"
            aria-label={t('disks.bar', { path: folders.map(({ path }) => path).join(', ') })}
            aria-valuenow={disk.usedPercent}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuetext={t('disks.percent', { percent: disk.usedPercent })}
          >
            <div className={css.used} style={{ inlineSize: `${disk.usedPercent}%` }} />
          </div>
          <p className={css.numbers}>
            <span>{t('disks.free', { free: formatSize(disk.freeBytes), total: formatSize(disk.totalBytes) })}</span>
            {disk.isLow ? <strong className={css.low}>{t('disks.low')}</strong> : null}
          </p>
        </>
      ) : (
        <p className={css.away}>{t('disks.away')}</p>
      )}
    </li>
  )
}
