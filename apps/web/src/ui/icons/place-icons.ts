// Of the navigation, which is on every screen.
import { icon } from './icon.tsx'

export const HomeIcon = icon('M4 11.5l8-7 8 7M6.5 9.5V20h11V9.5M10 20v-5.5h4V20')
export const PlaylistsIcon = icon('M4 6h12M4 11h12M4 16h6M15 14.5l5 3-5 3z')
