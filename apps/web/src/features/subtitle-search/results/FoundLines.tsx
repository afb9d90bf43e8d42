import type { SubtitleLine } from '@otodana/contract'
import type { MouseEvent, ReactNode } from 'react'

import { formatTime } from '#lib/format/format-time.ts'
import { earlyTap } from '#lib/head-scripts/early-tap.ts'
import { PlayIcon } from '#ui/icons/work-icons.tsx'

import css from './FoundLines.module.css'

type Props = {
  lines: readonly SubtitleLine[]
  /** A line's link without JavaScript; null if nothing can be played. */
  href: string | null
  label: string
  onChoose: (line: SubtitleLine) => void
  onPoint: () => void
}

/** Lines with times and highlighted matches. Choosing one plays from there. */
export function FoundLines({ lines, href, label, onChoose, onPoint }: Props) {
  return (
    <ol className={css.lines} aria-label={label}>
      {lines.map((line, index) => {
        const content = (
          <>
            <span className={css.time}>
              {href === null ? null : <PlayIcon />}
              {formatTime(line.startSeconds)}
            </span>
            <span className={css.text} dir="auto">
              {marked(line)}
            </span>
          </>
        )
        return (
          <li key={`${index} ${line.startSeconds}`}>
            {href === null ? (
              <span className={css.line}>{content}</span>
            ) : (
              <a
                className={css.line}
                href={href}
                {...earlyTap}
                onPointerEnter={onPoint}
                onFocus={onPoint}
                onClick={(event) => {
                  if (isModified(event)) return
                  event.preventDefault()
                  onChoose(line)
                }}
              >
                {content}
              </a>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function marked({ text, ranges }: SubtitleLine): ReactNode[] {
  const parts: ReactNode[] = []
  let at = 0
  for (const [start, end] of ranges) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  return [...parts, text.slice(at)]
}

/** Opened in a new tab or window by the browser. */
function isModified(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}
