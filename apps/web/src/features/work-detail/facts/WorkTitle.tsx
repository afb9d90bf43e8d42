import { useId, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import { useCut } from '../use-cut.ts'
import cut from '../cut-text.module.css'
import css from './WorkTitle.module.css'

/** Longer titles use a smaller font on phones. In UTF-16 code units. */
const LONG_TITLE = 60

/**
 * A work's title, truncated to its first lines; expandable, and complete for screen readers. The button is at the end
 * of the last line, where it causes no layout shift.
 */
export function WorkTitle({ title, lang }: { title: string; lang?: string | undefined }) {
  const { t } = useTranslation('work-detail')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { ref, isCut } = useCut<HTMLHeadingElement>(isOpen)
  return (
    <div className={cut.cut} data-cut={isCut ? !isOpen : undefined}>
      <h1
        ref={ref}
        id={id}
        lang={lang}
        className={`${cut.text} ${css.title} ${title.length > LONG_TITLE ? css.long : ''}`}
      >
        {title}
      </h1>
      {isCut ? (
        <button
          type="button"
          className={cut.more}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('title.less') : t('title.all')}
        </button>
      ) : null}
    </div>
  )
}
