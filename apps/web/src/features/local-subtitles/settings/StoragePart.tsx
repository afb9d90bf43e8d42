import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { formatSize } from '#lib/format/format-size.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'

import { localSubtitleQueries } from '../queries.ts'
import css from './StoragePart.module.css'

/** The storage used by the site, its quota, and whether the browser may clear it. */
export function StoragePart() {
  const { t } = useTranslation('local-subtitles')
  const id = useId()
  const { data, refetch } = useQuery(localSubtitleQueries.storage())
  const [isRefused, setRefused] = useState(false)
  if (!data) return <div className={css.pending} />
  const { usageBytes, quotaBytes, isPersisted } = data
  const used =
    usageBytes === null || quotaBytes === null
      ? null
      : t('storage.used', { used: formatSize(usageBytes), quota: formatSize(quotaBytes) })

  async function handleKeep() {
    const { askPersistence } = await import('../engine.ts')
    setRefused(!(await askPersistence()))
    await refetch()
  }

  return (
    <div role="group" aria-labelledby={id} className={css.storage}>
      <div className={css.about}>
        <h3 id={id} className={css.title}>
          {t('storage.title')}
        </h3>
        <p className={forms.hint}>{used ?? t('storage.unknown')}</p>
        {used === null ? null : (
          <meter className={css.meter} aria-label={t('storage.title')} max={quotaBytes ?? 1} value={usageBytes ?? 0} />
        )}
        <p className={forms.hint} role="status">
          {isPersisted === null
            ? null
            : isPersisted
              ? t('storage.kept')
              : isRefused
                ? t('storage.refused')
                : t('storage.loose')}
        </p>
      </div>
      {isPersisted === false ? (
        <button type="button" className={controls.button} onClick={() => void handleKeep()}>
          {t('storage.keep')}
        </button>
      ) : null}
    </div>
  )
}
