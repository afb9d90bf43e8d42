// Of lists of works, which are first loads.
import { icon } from './icon.tsx'

export const CompactIcon = icon('M4 4h4v6H4zM10 4h4v6h-4zM16 4h4v6h-4zM4 14h4v6H4zM10 14h4v6h-4zM16 14h4v6h-4z')
export const DetailIcon = icon('M4 4h7v16H4zM13 4h7v16h-7z')
export const ListIcon = icon('M4 5h5v4H4zM4 15h5v4H4zM12 6h8M12 8.5h5M12 16h8M12 18.5h5')
export const ShuffleListIcon = icon(
  'M4 7h3c4 0 5 10 9 10h4M4 17h3c1.6 0 2.7-1.5 3.6-3.3M13.5 9C14.3 7.7 15 7 16 7h4M18 5l2 2-2 2M18 15l2 2-2 2',
)
