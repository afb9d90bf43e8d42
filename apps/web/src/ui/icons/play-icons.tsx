// Of lists, cards and a work's page.
import { icon, solid } from './icon.tsx'

export const PlayIcon = icon(
  <path {...solid} d="M7 4.6v14.8a1 1 0 0 0 1.5.86l12.2-7.4a1 1 0 0 0 0-1.72L8.5 3.74A1 1 0 0 0 7 4.6z" />,
)
export const PauseIcon = icon(
  <g {...solid}>
    <rect x="5.5" y="4" width="4.6" height="16" rx="1.3" />
    <rect x="13.9" y="4" width="4.6" height="16" rx="1.3" />
  </g>,
)
export const DotsIcon = icon(<path d="M12 5.5v.01m0 6.5v.01m0 6.5v.01" strokeWidth="3.6" />)
