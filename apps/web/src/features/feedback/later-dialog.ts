import { later } from '#lib/lazy.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

/** The form, fetched when it is first opened or the page is idle. */
export const FeedbackDialog = later(() => import('./FeedbackDialog.tsx'), PartMissing)
