import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

/** For places outside the settings, which are loaded without it. */
export const EditionChoices = lazyComponent(() => import('./EditionChoices.tsx'), PartMissing)
