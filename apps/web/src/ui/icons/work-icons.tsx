// Of a work's page, which is a first load.
import { icon } from './icon.tsx'

export { DotsIcon, PauseIcon, PlayIcon } from './play-icons.tsx'

export const FolderIcon = icon(
  'M3.5 18V6.5A1.5 1.5 0 0 1 5 5h4.3l2.4 2.6H19a1.5 1.5 0 0 1 1.5 1.5V18a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 18z',
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
export const FlagIcon = icon('M6 21V4M6 5c3-2 6 2 11 0v9c-5 2-8-2-11 0')
export const PencilIcon = icon('M5 19l1-4L16 5l3 3L9 18z')
export const CheckIcon = icon('M5 12.5l4.5 4.5L19.5 7')
