// What the player's parts share.
import type { ReactNode } from 'react'

import { icon, solid } from './icon.tsx'

const figures = { fill: 'currentColor', stroke: 'none', fontWeight: 700, textAnchor: 'middle' } as const

export const PreviousIcon = icon(
  <>
    <path {...solid} d="M19 5.7v12.6a.8.8 0 0 1-1.24.67L8.4 12.67a.8.8 0 0 1 0-1.34l9.36-6.3A.8.8 0 0 1 19 5.7z" />
    <path d="M5.5 5v14" strokeWidth="2.2" />
  </>,
)
export const NextIcon = icon(
  <>
    <path {...solid} d="M5 5.7v12.6a.8.8 0 0 0 1.24.67l9.36-6.3a.8.8 0 0 0 0-1.34l-9.36-6.3A.8.8 0 0 0 5 5.7z" />
    <path d="M18.5 5v14" strokeWidth="2.2" />
  </>,
)

export const ChapterBackIcon = icon('M11 6.5 5.5 12l5.5 5.5M18 6.5 12.5 12l5.5 5.5')
export const ChapterForwardIcon = icon('M13 6.5 18.5 12 13 17.5M6 6.5l5.5 5.5L6 17.5')

/** A circular arrow around the number of seconds. */
export function JumpIcon({ seconds, isForward }: { seconds: number; isForward: boolean }) {
  const Drawn = isForward ? ForwardArrow : BackArrow
  return <Drawn>{seconds}</Drawn>
}
function BackArrow({ children }: { children: ReactNode }) {
  return arrowRound('M7.2 4.2 3.8 7l3.4 2.8M4.2 7H12a7 7 0 1 1-7 7', children)
}
function ForwardArrow({ children }: { children: ReactNode }) {
  return arrowRound('m16.8 4.2 3.4 2.8-3.4 2.8M19.8 7H12a7 7 0 1 0 7 7', children)
}
function arrowRound(path: string, children: ReactNode) {
  const Drawn = icon(
    <>
      <path d={path} />
      <text x="12" y="16.8" fontSize="8" {...figures}>
        {children}
      </text>
    </>,
  )
  return Drawn({})
}

export const InOrderIcon = icon('M4 7h11M4 12h11M4 17h7M19 5v12m-2.8-2.6L19 17.4l2.8-3')
export const RepeatAllIcon = icon(
  'm17 2.8 3.2 3.2L17 9.2M3.8 11V9a3 3 0 0 1 3-3h13M7 21.2 3.8 18 7 14.8M20.2 13v2a3 3 0 0 1-3 3h-13',
)
export const RepeatOneIcon = icon(
  <>
    <path d="m17 2.8 3.2 3.2L17 9.2M3.8 11V9a3 3 0 0 1 3-3h13M7 21.2 3.8 18 7 14.8M20.2 13v2a3 3 0 0 1-3 3h-13" />
    <text x="12" y="14.8" fontSize="8" {...figures}>
      1
    </text>
  </>,
)
export const ShuffleIcon = icon(
  'm17.5 3.5 3 3-3 3m0 5 3 3-3 3M3.5 6.5h2.6a5 5 0 0 1 4 2l3.8 5a5 5 0 0 0 4 2h2.4M3.5 17.5h2.6a5 5 0 0 0 4-2l.4-.5m3-4 .4-.5a5 5 0 0 1 4-2h2.4',
)

const speaker = <path d="M4 9.5v5h3.4l4.6 4v-13l-4.6 4z" />
export const VolumeIcon = icon(
  <>
    {speaker}
    <path d="M15.5 9a4.2 4.2 0 0 1 0 6M18 6.2a8.2 8.2 0 0 1 0 11.6" />
  </>,
)
export const MutedIcon = icon(
  <>
    {speaker}
    <path d="m16 9.5 5 5m0-5-5 5" />
  </>,
)
export const QueueIcon = icon(
  <>
    <path d="M4 6h12M4 11h12M4 16h6" />
    <path {...solid} d="M14.5 14v6.4a.5.5 0 0 0 .77.42l5-3.2a.5.5 0 0 0 0-.84l-5-3.2a.5.5 0 0 0-.77.42z" />
  </>,
)
/** Words that are said. */
export const LyricsIcon = icon(
  'M5.5 4.5h13a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2H13l-4.2 3.6v-3.6H5.5a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2M7.5 8.7h9M7.5 12.3h5.5',
)
export const WindowIcon = icon(
  <>
    <path d="M20.5 11V7A2 2 0 0 0 18.5 5h-13A2 2 0 0 0 3.5 7v10a2 2 0 0 0 2 2H10" />
    <rect x="12.5" y="13.5" width="8.5" height="6" rx="1.2" />
  </>,
)
/** Upright, as on a mixing desk: lists and the queue have lines across. */
export const TuneIcon = icon(
  <>
    <path d="M6 3.5v7m0 6v4M12 3.5v2m0 6v9M18 3.5v9m0 6v2" />
    <circle cx="6" cy="13.5" r="2.6" />
    <circle cx="12" cy="8.5" r="2.6" />
    <circle cx="18" cy="15.5" r="2.6" />
  </>,
)
export const ExpandIcon = icon('M14 4.5h5.5v5.5M19.5 4.5 13.5 10.5M10 19.5H4.5V14M4.5 19.5l6-6')
export const GripIcon = icon('M5 9h14M5 15h14')
export const LargeCoverIcon = icon(
  <>
    <rect x="4" y="3.5" width="16" height="11.5" rx="2.5" />
    <path d="M4 18.5h10M4 21.5h16" />
  </>,
)
export const ClassicIcon = icon(
  <>
    <rect x="8" y="3.5" width="8" height="7" rx="2" />
    <path d="M4 14.5h16M8.5 18.5h7M10.5 21.5h3" />
  </>,
)
