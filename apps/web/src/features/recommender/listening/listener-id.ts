import { useSettings } from '#features/settings/index.ts'
import { randomUuid } from '#lib/browser/random-uuid.ts'

/**
 * Returns the recommender's id of this device's user: a random UUID, made when there is something to store and kept from then on;
 * the account's while a member is logged in. Empty on the server, which renders for anonymous visitors.
 */
export function listenerId(): string {
  if (import.meta.env.SSR) return ''
  // Where two tabs make one in the same moment, both go on with the one that was kept last.
  if (useSettings.getState().recommenderUuid === '') useSettings.setState({ recommenderUuid: randomUuid() })
  return useSettings.getState().recommenderUuid
}
