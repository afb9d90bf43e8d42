import { useId, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import { useCut } from '../use-cut.ts'
import css from './AboutWork.module.css'

/** Several lines of plain text, of which the first are shown until it is opened. */
export function Description({ text }: { text: string }) {
  const { t } = useTranslation('work-detail')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { ref, isCut } = useCut<HTMLParagraphElement>(isOpen)
  return (
    <section className={css.description} aria-label={t('description')}>
      <p ref={ref} id={id} className={css.text} dir="auto" data-open={isOpen ? '' : undefined}>
        {text}
      </p>
      {isCut ? (
        <button
          type="button"
          className={css.more}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('title.less') : t('title.all')}
        </button>
      ) : null}
    </section>
  )
}
