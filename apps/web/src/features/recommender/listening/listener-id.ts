import { useSettings } from '#features/settings/index.ts'
import { randomUuid } from '#lib/browser/random-uuid.ts'

/**
 * Returns this device's listener id: a random UUID, created and saved on first use; the account's while a member is
 * logged in. Empty on the server, which renders for anonymous visitors.
 */
export function listenerId(): string {
  if (import.meta.env.SSR) return ''
  // If two tabs create one at the same time, both use the one saved last.
  if (useSettings.getState().recommenderUuid === '') useSettings.setState({ recommenderUuid: randomUuid() })
  return useSettings.getState().recommenderUuid
}
