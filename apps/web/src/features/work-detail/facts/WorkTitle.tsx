import { useEffect, useId, useRef, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import css from './WorkTitle.module.css'

/** Longer titles use a smaller font on phones. In UTF-16 code units. */
const LONG_TITLE = 60
/** Glyphs may overflow their line slightly; more than this in pixels is another line. */
const SLACK = 12

/**
 * A work's title, truncated to its first lines; expandable, and complete for screen readers. The button is at the end
 * of the last line, where it causes no layout shift.
 */
export function WorkTitle({ title }: { title: string }) {
  const { t } = useTranslation('work-detail')
  const id = useId()
  const ref = useRef<HTMLHeadingElement>(null)
  const [isCut, setCut] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const heading = ref.current
    if (heading === null || isOpen) return undefined
    const observer = new ResizeObserver(() => setCut(heading.scrollHeight > heading.clientHeight + SLACK))
    observer.observe(heading)
    return () => observer.disconnect()
  }, [isOpen])
  return (
    <div className={css.place} data-cut={isCut && !isOpen ? '' : undefined} data-open={isOpen ? '' : undefined}>
      <h1 ref={ref} id={id} className={title.length > LONG_TITLE ? `${css.title} ${css.long}` : css.title}>
        {title}
      </h1>
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
    </div>
  )
}
