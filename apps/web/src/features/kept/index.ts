import { setLoading } from '#lib/kept/at-hand.ts'

import { hasKept } from './with-kept.ts'

export { KeepButton } from './KeepButton.tsx'
export { withKept } from './with-kept.ts'

/** Follows what is kept on this device, if anything is. Called once per page, when the session has been read. */
export function startKept(): void {
  if (hasKept()) setLoading(import('./follow-kept.ts').then(({ followKept }) => followKept()))
}
export { keptLoader } from './shelf/kept-loader.ts'
export { KeptPending } from './shelf/KeptPending.tsx'
export { KeptScreen } from './shelf/KeptScreen.tsx'
export { keptSearch } from './shelf/kept-search.ts'
