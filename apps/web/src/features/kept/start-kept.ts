import { setLoading } from '#lib/kept/at-hand.ts'
import { hasKept } from '#lib/kept/has-kept.ts'

/** Follows what is kept on this device, if anything is. Called once per page, when the session has been read. */
export function startKept(): void {
  if (hasKept()) setLoading(import('./follow-kept.ts').then(({ followKept }) => followKept()))
}
