export { DownloadButton } from './DownloadButton.tsx'
export { DownloadIndicator } from './DownloadIndicator.tsx'
export { DownloadDialog } from './later-dialog.ts'
