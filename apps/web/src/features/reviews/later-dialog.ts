import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

/** The dialog, fetched when it is first opened or the page is idle. */
export const ReviewDialog = lazyComponent(() => import('./dialog/ReviewDialog.tsx'), PartMissing)
