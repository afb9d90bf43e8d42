import '#i18n/on-demand/review-texts.ts'

import { progresses, type Progress } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { WithName } from '#ui/WithName.tsx'

import css from './ProgressSelect.module.css'

type Props = {
  progress: Progress | null
  /** The work's title, if the page shows several. */
  about?: string | undefined
  isLabelShown?: boolean
  onChange: (progress: Progress | null) => void
}

/** Selects the visitor's progress. */
export function ProgressSelect({ progress, about, isLabelShown = false, onChange }: Props) {
  const { t } = useTranslation('reviews')
  return (
    <label className={css.label}>
      <span className={isLabelShown ? css.text : controls.hidden}>
        {about === undefined ? (
          t('progress.label')
        ) : (
          <WithName text={(title) => t('progress.of', { title })} name={about} />
        )}
      </span>
      <select
        className={`${controls.field} ${css.select}`}
        value={progress ?? ''}
        data-set={progress === null ? undefined : ''}
        onChange={({ target }) => onChange(progresses.find((known) => known === target.value) ?? null)}
      >
        <option value="">{t('progress.none')}</option>
        {progresses.map((known) => (
          <option key={known} value={known}>
            {t(`progress.${known}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
