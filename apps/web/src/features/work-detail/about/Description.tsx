import { useTranslation } from '#i18n/use-translation.ts'

import { CutText } from '../CutText.tsx'
import css from './AboutWork.module.css'

/** Several lines of plain text, of which the first are shown until it is opened. */
export function Description({ text }: { text: string }) {
  const { t } = useTranslation('work-detail')
  const label = t('description')
  return (
    <section className={css.description} aria-label={label}>
      {/* A long title has the same button. */}
      <CutText as="p" text={text} dir="auto" className={css.text} of={label} />
    </section>
  )
}
