import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

export const DeletePackageDialog = lazyComponent(() => import('./settings/DeletePackageDialog.tsx'), PartMissing)

/** Shown during an upgrade. */
export const UpgradeOverlay = lazyComponent(() => import('./database/UpgradeOverlay.tsx'), PartMissing)
