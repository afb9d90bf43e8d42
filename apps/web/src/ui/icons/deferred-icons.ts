// Of parts that load later.
import { icon } from './icon.tsx'

export const AddToListIcon = icon('M4 6h12M4 11h12M4 16h6M16.5 14v6M13.5 17h6')
export const BackupIcon = icon('M12 4v10M8 10.5l4 4 4-4M5 17v2a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-2')
export const BookmarkIcon = icon('M6.5 4.5h11v15.5l-5.5-4.2-5.5 4.2z')
export const BoxIcon = icon('M4.5 9h15v9a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1zM3.5 5h17v4h-17zM10 12.5h4')
export const BrightnessIcon = icon(
  'M12 4v2M12 18v2M4 12h2M18 12h2M6.3 6.3l1.4 1.4M16.3 16.3l1.4 1.4M6.3 17.7l1.4-1.4M16.3 7.7l1.4-1.4M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7',
)
export const ReorderIcon = icon('M8 5v14M4.5 8.500L8 5l3.500 3.500M16 19V5M12.500 15.500L16 19l3.500-3.500')
export const ChevronDownIcon = icon('M6 9l6 6 6-6')
export const ChevronUpIcon = icon('M6 15l6-6 6 6')
export const CloudOffIcon = icon(
  'M7 18a4 4 0 0 1-.9-7.9M9.5 6.6A5.5 5.5 0 0 1 17.3 10A4 4 0 0 1 19.6 16.6M11 18h5M4 4l16 16',
)
export const UnsentIcon = icon(
  'M7 18a4 4 0 0 1-.5-8A5.5 5.500 0 0 1 17.300 10A4 4 0 0 1 17.500 18M12 20v-7M9 15.500L12 12.500L15 15.500',
)
export const DeleteIcon = icon('M5 7h14M10 4h4M7 7l.8 13h8.4L17 7M10 11v5M14 11v5')
export const DieIcon = icon(
  'M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM8.5 8.5v.01M15.5 15.5v.01M8.5 15.5v.01M15.5 8.5v.01M12 12v.01',
)
export const EditIcon = icon('M4 20h4L19.5 8.5l-4-4L4 16zM13 7l4 4')
export const ExcludeIcon = icon('M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M6.5 17.5l11-11')
export const SwapIcon = icon('M7 20V5M3.5 8.5L7 5l3.5 3.5M17 4v15M13.5 15.5L17 19l3.5-3.5')
export const FeedIcon = icon('M5 5a14 14 0 0 1 14 14M5 11a8 8 0 0 1 8 8M6 18v.01')
export const FilesIcon = icon('M4 7a1 1 0 0 1 1-1h4l2 2.5h8a1 1 0 0 1 1 1V18a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1z')
export const GaugeIcon = icon('M4.5 18a9 9 0 1 1 15 0M12 14l4-5M12 14v.01')
export const GlobeIcon = icon(
  'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M4 12h16M12 4c3 2.5 3 13.5 0 16M12 4c-3 2.5-3 13.5 0 16',
)
export const HeartIcon = icon('M12 20s-8-4.8-8-10.4A4.4 4.4 0 0 1 12 7a4.4 4.4 0 0 1 8 2.6C20 15.2 12 20 12 20z')
export const ImportIcon = icon(
  'M12 4v9M8.5 9.5L12 13l3.5-3.5M4.5 15v3a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5v-3',
)
export const InfoIcon = icon('M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 11v5M12 8v.01')
export const LinkIcon = icon(
  'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
)
export const LockIcon = icon('M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3')
export const LogOutIcon = icon('M10 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h4M10 12h10M16.5 8l4 4-4 4')
export const MailIcon = icon(
  'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1M3.5 7l8.5 6.5L20.5 7',
)
export const MinusIcon = icon('M5 12h14')
export const MoonIcon = icon('M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z')
export const OutlinedPauseIcon = icon('M9 6v12M15 6v12')
export const OutlinedPlayIcon = icon('M8 5.5v13l10.5-6.5z')
export const PlusIcon = icon('M12 5v14M5 12h14')
export const PopularIcon = icon('M4 16.5l5.5-5.5 3.5 3.5L20 7.5M15 7h5.5v5.5')
export const PulseIcon = icon('M3 12h4l2.5-6 4 12 2.5-6h5')
export const RecommendedIcon = icon(
  'M11 4l1.7 4.8L17.5 10.5l-4.8 1.7L11 17l-1.7-4.8L4.5 10.5l4.8-1.7zM18 15l.8 2.2L21 18l-2.2.8L18 21l-.8-2.2L15 18l2.2-.8z',
)
export const ScreenIcon = icon('M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M9 20h6M12 16v4')
export const SeriesIcon = icon('M5 5v14M9.5 5v14M3.5 19h17M13 5.5l4.5 13')
export const SettingsIcon = icon('M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h3')
export const ShieldIcon = icon('M12 3.5l7 2.5v5.5c0 4.3-2.9 7.4-7 9-4.1-1.6-7-4.7-7-9V6zM9 12l2.2 2.2L15.5 10')
export const SoundIcon = icon('M4 10v4h3.5l4.5 4V6L7.5 10zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11')
export const StaffIcon = icon('M5 19l2-7 6.5-3.5 3 3L13 18zM5 19l5.5-5.5M14 6.5l4 4')
export const SubtitlesIcon = icon(
  'M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1M7.5 12H11M14 12h2.5M7.5 15.5h6M16 15.5h.5',
)
export const SunIcon = icon(
  'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
)
export const TickIcon = icon('M5 12.5l4.5 4.5L19 7.5')
export const ToTopIcon = icon('M6 12l6-6 6 6M12 6v13')
export const WarningIcon = icon('M12 4.5l8.5 15h-17zM12 10v4.5M12 17v.01')
