import { type MetadataFetch, switchMetadataFetch } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Field } from '#ui/Field.tsx'

import { Failure } from '../../Section.tsx'
import css from './MetadataControl.module.css'
import { useLookupAction } from './use-lookup-action.ts'

/** Days; 0: never. */
const REFRESH_CHOICES = [0, 7, 30, 90, 365]

/** How often the numbers that change are asked for again, and whether files are written. */
export function LookupSettings({
  api,
  status: { refreshDays, refreshing, writesFiles },
}: {
  api: Api
  status: MetadataFetch
}) {
  const { t } = useTranslation('admin')
  const { run, isBusy, failure } = useLookupAction()
  // Programs may have chosen another one.
  const choices = [...new Set([...REFRESH_CHOICES, refreshDays])].sort((a, b) => a - b)
  const waiting = refreshing > 0 ? { count: refreshing, formatted: formatCount(refreshing) } : null
  return (
    <div className={css.settings}>
      <Field
        label={t('metadata.refresh.label')}
        hint={waiting ? t('metadata.refresh.waiting', waiting) : t('metadata.refresh.hint')}
      >
        {(control) => (
          <select
            {...control}
            value={refreshDays}
            disabled={isBusy}
            onChange={({ target }) =>
              run(() => api(switchMetadataFetch, { body: { refreshDays: Number(target.value) } }))
            }
          >
            {choices.map((days) => (
              <option key={days} value={days}>
                {days === 0
                  ? t('metadata.refresh.never')
                  : t('metadata.refresh.days', { count: days, formatted: formatCount(days) })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Checkbox
        label={t('metadata.files.label')}
        hint={t('metadata.files.hint')}
        isOn={writesFiles}
        aria-disabled={isBusy}
        onChange={(isOn) => run(() => api(switchMetadataFetch, { body: { writesFiles: isOn } }))}
      />
      <Failure text={failure} />
    </div>
  )
}
