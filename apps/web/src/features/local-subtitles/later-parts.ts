import { later } from '#lib/lazy.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

export const DeletePackageDialog = later(() => import('./settings/DeletePackageDialog.tsx'), PartMissing)

/** Shown where there is something to upgrade. */
export const UpgradeOverlay = later(() => import('./database/UpgradeOverlay.tsx'), PartMissing)
