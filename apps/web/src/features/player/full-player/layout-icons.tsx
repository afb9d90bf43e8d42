import { icon } from '../controls/icon.tsx'

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
