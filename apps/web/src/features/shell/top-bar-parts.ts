/** The screens that the menu leads to: there is nothing to go back to from them. */
const topScreens = new Set(['/', '/works', '/popular', '/recommend', '/favourites', '/playlists'])

export function hasBackArrow(path: string): boolean {
  return !topScreens.has(path.length > 1 ? path.replace(/\/$/, '') : path)
}

/** A playlist has a search of its own. */
export function hasSearchBox(path: string): boolean {
  return !/^\/playlist(?:\/|$)/.test(path)
}
