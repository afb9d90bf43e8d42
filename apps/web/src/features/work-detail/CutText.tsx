import { useId, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import css from './CutText.module.css'
import { useCut } from './use-cut.ts'

type Props = {
  as: 'h1' | 'p'
  text: string
  /** Its style; `--lines` says how many are shown, `--line` how high one is. */
  className: string | undefined
  lang?: string | undefined
  dir?: 'auto'
  /** Told by the button, where the page has another one with the same text. */
  of?: string
}

/**
 * A text that is cut to its first lines; expandable, and complete for screen readers. The button is at the end of the
 * last line, where it causes no layout shift.
 */
export function CutText({ as: Text, text, className = '', lang, dir, of }: Props) {
  const { t } = useTranslation('work-detail')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { ref, isCut } = useCut<HTMLHeadingElement & HTMLParagraphElement>(isOpen)
  const label = isOpen ? t('title.less') : t('title.all')
  return (
    <div className={css.cut} data-cut={isCut && !isOpen ? '' : undefined} data-open={isOpen ? '' : undefined}>
      <Text ref={ref} id={id} lang={lang} dir={dir} className={`${css.text} ${className}`}>
        {text}
      </Text>
      {isCut ? (
        <button
          type="button"
          className={css.more}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={of === undefined ? undefined : `${label} (${of})`}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </button>
      ) : null}
    </div>
  )
}
