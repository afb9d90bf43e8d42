import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

/** In which the files of a work are chosen and saved. */
export const DownloadDialog = lazyComponent(() => import('./dialog/DownloadDialog.tsx'), PartMissing)
