import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

/** The form, fetched when it is first opened or the page is idle. */
export const FeedbackDialog = lazyComponent(() => import('./FeedbackDialog.tsx'), PartMissing)
