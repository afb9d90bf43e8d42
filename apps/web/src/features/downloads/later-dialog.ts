import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

/** The download dialog. */
export const DownloadDialog = lazyComponent(() => import('./dialog/DownloadDialog.tsx'), PartMissing)
