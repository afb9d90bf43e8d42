export { FeedbackDialog } from './later-dialog.ts'
export { ReportButton } from './ReportButton.tsx'
