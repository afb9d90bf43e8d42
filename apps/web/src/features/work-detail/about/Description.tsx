import { useId, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import { useCut } from '../use-cut.ts'
import cut from '../cut-text.module.css'
import css from './AboutWork.module.css'

/** Several lines of plain text, of which the first are shown until it is opened. */
export function Description({ text, lang }: { text: string; lang: string | undefined }) {
  const { t } = useTranslation('work-detail')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { ref, isCut } = useCut<HTMLParagraphElement>(isOpen)
  const label = isOpen ? t('title.less') : t('title.all')
  return (
    <section
      className={`${cut.cut} ${css.description}`}
      aria-label={t('description')}
      data-cut={isCut ? !isOpen : undefined}
    >
      <p ref={ref} id={id} className={`${cut.text} ${css.text}`} dir="auto" lang={lang}>
        {text}
      </p>
      {isCut ? (
        <button
          type="button"
          className={cut.more}
          aria-expanded={isOpen}
          aria-controls={id}
          // A long title has the same button.
          aria-label={`${label} (${t('description')})`}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </button>
      ) : null}
    </section>
  )
}
