import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'

import { OFFSET_STEP_SECONDS, resetOffset, shiftLines, useChoice } from './choices.store.ts'
import css from './OffsetControl.module.css'

/** Shifts a track's lines earlier or later. */
export function OffsetControl({ trackHash }: { trackHash: string }) {
  const { t } = useTranslation('lyrics')
  const { offsetSeconds } = useChoice(trackHash)
  const sign = offsetSeconds < 0 ? '−' : offsetSeconds > 0 ? '+' : '±'
  const shown = sign + Math.abs(offsetSeconds).toFixed(1)
  return (
    <div className={css.offset} role="group" aria-label={t('offset.label')}>
      <button
        type="button"
        className={controls.button}
        title={t('offset.earlier')}
        aria-label={t('offset.earlier')}
        onClick={() => shiftLines(trackHash, -OFFSET_STEP_SECONDS)}
      >
        −{OFFSET_STEP_SECONDS}
      </button>
      <output className={css.value}>{t('offset.value', { seconds: shown })}</output>
      <button
        type="button"
        className={controls.button}
        title={t('offset.later')}
        aria-label={t('offset.later')}
        onClick={() => shiftLines(trackHash, OFFSET_STEP_SECONDS)}
      >
        +{OFFSET_STEP_SECONDS}
      </button>
      <button
        type="button"
        className={css.reset}
        aria-disabled={offsetSeconds === 0}
        onClick={() => resetOffset(trackHash)}
      >
        {t('offset.reset')}
      </button>
    </div>
  )
}
