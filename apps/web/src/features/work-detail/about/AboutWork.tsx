import { staffRoles, type Work } from '@otodana/contract'
import { useHydrated } from '@tanstack/react-router'

import { termHref } from '#features/works/index.ts'
import { langOf, langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

import css from './AboutWork.module.css'
import { Description } from './Description.tsx'

// Optional, and not needed for reading.
const SeriesPlace = lazyComponent(
  () => import('./SeriesPlace.tsx'),
  () => null,
)
const SamplePictures = lazyComponent(
  () => import('./SamplePictures.tsx'),
  () => null,
)

/** A work's series, description, staff and sample pictures. */
export function AboutWork({ api, work }: { api: Api; work: Work }) {
  const { t } = useTranslation('work-detail')
  const isAlive = useHydrated()
  if (!work.facts) return null
  const { series, description, staff, samples } = work.facts
  const roles = staffRoles.filter((role) => staff[role].length > 0)
  return (
    <div className={css.about}>
      {series ? (
        <nav className={css.series} aria-label={t('series')}>
          <p className={css.in}>
            <span className={css.label}>{t('series')}</span>
            <a href={`/series/${series.id}`} lang={langOf(work, series.name)}>
              {series.name}
            </a>
          </p>
          {isAlive ? <SeriesPlace api={api} seriesId={series.id} workId={work.id} /> : null}
        </nav>
      ) : null}
      {description === '' ? null : <Description key={work.id} text={description} lang={langOf(work, description)} />}
      {roles.length === 0 ? null : (
        <dl className={css.staff} aria-label={t('staff.title')}>
          {roles.map((role) => (
            <div key={role}>
              <dt className={css.label}>{t(`staff.${role}`)}</dt>
              <dd className={css.names}>
                {staff[role].map(({ id, name }) => (
                  <a key={id} href={termHref('staff', name)} lang={langOfText(name)}>
                    {name}
                  </a>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {samples.length === 0 ? null : (
        <div className={css.samples}>{isAlive ? <SamplePictures work={work} samples={samples} /> : null}</div>
      )}
    </div>
  )
}
