import { icon } from '#ui/icons/icon.tsx'

export const FillIcon = icon('M9 4.500H4.500V9M15 4.500h4.500V9M9 19.500H4.500V15M15 19.500h4.500V15')
export const LeaveIcon = icon('M4.500 9H9V4.500M19.500 9H15V4.500M4.500 15H9v4.500M19.500 15H15v4.500')
