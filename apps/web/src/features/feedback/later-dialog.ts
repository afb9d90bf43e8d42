import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

/** The form, loaded on first use or when the page is idle. */
export const FeedbackDialog = lazyComponent(() => import('./FeedbackDialog.tsx'), PartMissing)
