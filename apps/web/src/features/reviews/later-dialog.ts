import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

/** The dialog, loaded on first use or when the page is idle. */
export const ReviewDialog = lazyComponent(() => import('./dialog/ReviewDialog.tsx'), PartMissing)
