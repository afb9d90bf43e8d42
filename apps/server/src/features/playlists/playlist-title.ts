import { LIKED_PLAYLIST, MARKED_PLAYLIST } from '@otodana/contract'

/** The server's own; our web app names them in the visitor's language. */
const titles: Record<string, string> = { [LIKED_PLAYLIST]: 'Favourite works', [MARKED_PLAYLIST]: 'Bookmarked' }

/** Returns a playlist's name for apps of other protocols. */
export function playlistTitle(name: string): string {
  return titles[name] ?? name
}
