import { later } from '#lib/lazy.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

/** The dialog, fetched when it is first opened or the page is idle. */
export const ReviewDialog = later(() => import('./ReviewDialog.tsx'), PartMissing)
