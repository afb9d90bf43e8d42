import { later } from '#lib/lazy.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

/** In which the files of a work are chosen and saved. */
export const DownloadDialog = later(() => import('./dialog/DownloadDialog.tsx'), PartMissing)
