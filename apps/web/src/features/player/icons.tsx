import type { ReactNode } from 'react'

/** Drawn on 24 × 24, with lines of the text's colour; silent for screen readers, since the control has the name. */
function icon(children: ReactNode) {
  return function Icon() {
    return (
      <svg
        viewBox="0 0 24 24"
        width="1em"
        height="1em"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {children}
      </svg>
    )
  }
}

const solid = { fill: 'currentColor', stroke: 'none' } as const
const figures = { fill: 'currentColor', stroke: 'none', fontWeight: 700, textAnchor: 'middle' } as const

export const PlayIcon = icon(
  <path {...solid} d="M7 4.6v14.8a1 1 0 0 0 1.5.86l12.2-7.4a1 1 0 0 0 0-1.72L8.5 3.74A1 1 0 0 0 7 4.6z" />,
)
export const PauseIcon = icon(
  <g {...solid}>
    <rect x="5.5" y="4" width="4.6" height="16" rx="1.3" />
    <rect x="13.9" y="4" width="4.6" height="16" rx="1.3" />
  </g>,
)
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

/** An arrow nearly round the seconds it jumps. */
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
  return Drawn()
}

export const InOrderIcon = icon(<path d="M4 7h11M4 12h11M4 17h7M19 5v12m-2.8-2.6L19 17.4l2.8-3" />)
export const RepeatAllIcon = icon(
  <path d="m17 2.8 3.2 3.2L17 9.2M3.8 11V9a3 3 0 0 1 3-3h13M7 21.2 3.8 18 7 14.8M20.2 13v2a3 3 0 0 1-3 3h-13" />,
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
  <path d="m17.5 3.5 3 3-3 3m0 5 3 3-3 3M3.5 6.5h2.6a5 5 0 0 1 4 2l3.8 5a5 5 0 0 0 4 2h2.4M3.5 17.5h2.6a5 5 0 0 0 4-2l.4-.5m3-4 .4-.5a5 5 0 0 1 4-2h2.4" />,
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
export const LyricsIcon = icon(
  <>
    <rect x="3.2" y="5" width="17.6" height="14" rx="2.4" />
    <path d="M6.8 12h3.4m3 0h4M6.8 15.4h6m3 0h1.4" />
  </>,
)
export const WindowIcon = icon(
  <>
    <path d="M20.5 11V7A2 2 0 0 0 18.5 5h-13A2 2 0 0 0 3.5 7v10a2 2 0 0 0 2 2H10" />
    <rect x="12.5" y="13.5" width="8.5" height="6" rx="1.2" />
  </>,
)
export const TuneIcon = icon(
  <>
    <path d="M3.5 7h9m6 0h2M3.5 17h2m6 0h9" />
    <circle cx="15.5" cy="7" r="2.6" />
    <circle cx="8.5" cy="17" r="2.6" />
  </>,
)
export const MoreIcon = icon(<path d="m6 15 6-6 6 6" />)
export const LessIcon = icon(<path d="m6 9 6 6 6-6" />)
export const GripIcon = icon(<path d="M5 9h14M5 15h14" />)
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)

export const FolderIcon = icon(
  <path d="M3.5 18V6.5A1.5 1.5 0 0 1 5 5h4.3l2.4 2.6H19a1.5 1.5 0 0 1 1.5 1.5V18a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18z" />,
)
export const AudioIcon = icon(
  <>
    <path d="M9 17.5V5.6l10.5-2v11.9" />
    <ellipse cx="6.4" cy="17.5" rx="2.6" ry="2.3" />
    <ellipse cx="16.9" cy="15.5" rx="2.6" ry="2.3" />
  </>,
)
const sheet = (
  <path d="M6.5 3.5h7.2l4.8 4.8v11a1.2 1.2 0 0 1-1.2 1.2H6.5a1.2 1.2 0 0 1-1.2-1.2V4.7a1.2 1.2 0 0 1 1.2-1.2z" />
)
export const TextIcon = icon(
  <>
    {sheet}
    <path d="M8.6 11.5h6.6M8.6 14.5h6.6M8.6 17.3h4" />
  </>,
)
export const ImageIcon = icon(
  <>
    <rect x="3.5" y="4.5" width="17" height="15" rx="1.5" />
    <circle cx="8.6" cy="9.4" r="1.5" />
    <path d="m4 17 5-4.6 3.4 3 3.4-3.6 4.4 4.6" />
  </>,
)
export const FileIcon = icon(
  <>
    {sheet}
    <path d="M13.5 3.7v5h5" />
  </>,
)
export const DownloadIcon = icon(<path d="M12 4v11m-4.4-4.2L12 15.2l4.4-4.4M4.5 19.5h15" />)
