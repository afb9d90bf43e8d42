import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

/** The dialog that keeps a work. */
export const KeepDialog = lazyComponent(() => import('./KeepDialog.tsx'), PartMissing)
