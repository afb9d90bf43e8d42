// What every first load draws; what one route or a deferred part draws is in the sets of their chunks.
import { icon } from './icon.tsx'

export const MenuIcon = icon('M4 7h16M4 12h16M4 17h16')
export const BackIcon = icon('M15 5l-7 7 7 7')
export const ChevronLeftIcon = icon('M15 6l-6 6 6 6')
export const ChevronRightIcon = icon('M9 6l6 6-6 6')
export const CloseIcon = icon('M6 6l12 12M18 6L6 18')
export const SearchIcon = icon('M16 16l4 4M11 4.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13')
export const StoreIcon = icon('M13 5h6v6M19 5l-9 9M10 6H6a1 1 0 0 0-1 1v11a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1v-4')
export const FilterIcon = icon('M4 7h16M7 12h10M10 17h4')
export const AccountIcon = icon('M12 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8M4.5 20c.6-3.4 3.6-5.5 7.5-5.5s6.9 2.1 7.5 5.5')
export const LibraryIcon = icon('M4 20h16M7 17v-6M11 17V5M15 17V8M18.5 17v-4')
export const KeepIcon = icon(
  'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M12 7v6m-2.500-2.400L12 13.200l2.500-2.600M11 17.500h2',
)
export const DownloadIcon = icon('M12 4v11m-4.4-4.2L12 15.2l4.4-4.4M4.5 19.5h15')
export const LanguagesIcon = icon(
  'M4 6h9M8.5 4v2M11.5 6c-1 4-4 6.500-7 8M6 9.500c1.500 2.500 3.500 4 5.500 4.500M13 20l4-9 4 9M14.300 17h5.400',
)
