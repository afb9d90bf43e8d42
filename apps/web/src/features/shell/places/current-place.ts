import { currentOf } from '../menu/menu-places.ts'

export type Place = 'home' | 'search' | 'mine' | 'you'

/** Screens of the listener's own things, in the order of their tabs. */
export const ownScreens = ['/history', '/favourites', '/playlists', '/kept'] as const

/** Where a place leads, for members. */
export const placeHref: Record<Place, string> = {
  home: '/works',
  search: '/works#search',
  mine: ownScreens[0],
  you: '/settings#account',
}

const screensOf: Record<Place, readonly string[]> = {
  home: ['/works', '/popular', '/recommend'],
  search: ['/subtitles', '/circles', '/tags', '/vas', '/series', '/staff'],
  mine: ownScreens,
  you: ['/settings', '/admin'],
}

/** Returns `page` for the place of the current screen, `true` for one that it belongs to. */
export function markOf(place: Place, path: string, isSearch: boolean): 'page' | 'true' | undefined {
  if (isSearch && currentOf('/works', path)) return place === 'search' ? 'true' : undefined
  if (screensOf[place].every((screen) => currentOf(screen, path) === undefined)) return undefined
  return currentOf(placeHref[place].split('#')[0] ?? '', path) ?? 'true'
}

/** Whether the screen has the tabs of the listener's own things. A single playlist leads back instead. */
export function isOwnScreen(path: string): boolean {
  return ownScreens.some((screen) => `${path}/`.startsWith(`${screen}/`))
}
