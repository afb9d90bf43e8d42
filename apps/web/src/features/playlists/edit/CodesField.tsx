import { MAX_PLAYLIST_WORKS } from '@otodana/contract'
import { memo, useId, useLayoutEffect, useMemo, useRef } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import field from '#ui/Field.module.css'
import forms from '#ui/forms.module.css'

import css from './CodesField.module.css'
import { codesIn, piecesOf, unreadIn } from '../lists/highlight.ts'
import { useThrottled } from '../lists/use-throttled.ts'

/** Minimum interval between searches for codes in the text. */
const REFRESH_MS = 100
/** Number of invalid codes to list while typing; all are listed after saving. */
const MOST_UNREAD = 5

/** A text field for work codes, which are highlighted and counted while typing. */
export function CodesField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const { t } = useTranslation('playlists')
  const id = useId()
  const backdrop = useRef<HTMLDivElement>(null)
  const textarea = useRef<HTMLTextAreaElement>(null)
  const read = useThrottled(text, REFRESH_MS)
  const lines = useMemo(() => read.split('\n'), [read])
  const count = useMemo(() => codesIn(read).length, [read])
  const unread = useMemo(() => unreadIn(read), [read])
  const isTooMuch = count > MAX_PLAYLIST_WORKS
  function align() {
    if (backdrop.current && textarea.current) backdrop.current.scrollTop = textarea.current.scrollTop
  }
  // Pasting scrolls the field before the highlights are long enough to follow.
  useLayoutEffect(align, [lines])
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {t('dialog.codes')}
      </label>
      <p id={`${id}-hint`} className={forms.hint}>
        {t('dialog.codesHint')}
      </p>
      <div className={css.frame}>
        <div ref={backdrop} className={css.backdrop} aria-hidden="true">
          {lines.map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines are identified by position
            <Line key={index} text={line} />
          ))}
        </div>
        <textarea
          ref={textarea}
          id={id}
          className={css.text}
          value={text}
          rows={6}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-describedby={`${id}-hint ${id}-found`}
          aria-invalid={isTooMuch || undefined}
          onChange={({ target }) => onChange(target.value)}
          onScroll={align}
        />
      </div>
      <output id={`${id}-found`} className={isTooMuch ? forms.problem : forms.hint}>
        {isTooMuch
          ? t('dialog.tooMany', { limit: formatCount(MAX_PLAYLIST_WORKS) })
          : t('dialog.found', { count, formatted: formatCount(count) })}
        {unread.length > 0 ? (
          <span className={css.unread}>
            {t('dialog.unread', { codes: unread.slice(0, MOST_UNREAD).join(', ') })}
            {unread.length > MOST_UNREAD ? ' …' : null}
          </span>
        ) : null}
      </output>
    </div>
  )
}

/** No code spans two lines, so only changed lines are rendered again. */
const Line = memo(function Line({ text }: { text: string }) {
  return (
    <div>
      {text === ''
        ? '\u200b'
        : piecesOf(text).map((piece, index) =>
            // oxlint-disable-next-line react/no-array-index-key -- pieces are identified by position
            piece.isCode ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
          )}
    </div>
  )
})
