// Of the navigation, which is on every screen.
import { icon } from './icon.tsx'

export const HomeIcon = icon('M4 11.5l8-7 8 7M6.5 9.5V20h11V9.5M10 20v-5.5h4V20')
export const PlaylistsIcon = icon('M4 6h12M4 11h12M4 16h6M15 14.5l5 3-5 3z')
export const CirclesIcon = icon(
  'M9 11a3 3 0 1 0 0-6a3 3 0 1 0 0 6M3 19c0-3 3-5 6-5s6 2 6 5M16 5.2a3 3 0 0 1 0 5.6M18 14.4c2 .7 3 2.4 3 4.6',
)
export const HistoryIcon = icon('M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4.5v4h4M12 8v4.5l3 1.8')
export const StarIcon = icon('M12 4l2.4 5.1 5.6.7-4.1 3.8 1.1 5.5L12 16.4 7 19.1l1.1-5.5L4 9.8l5.6-.7z')
export const TagsIcon = icon('M4 4h8l8 8-8 8-8-8zM8.5 8.5v.01')
export const VoicesIcon = icon('M12 4a3 3 0 0 0-3 3v4a3 3 0 0 0 6 0V7a3 3 0 0 0-3-3M6 11a6 6 0 0 0 12 0M12 17v3')
