/** The screens that the menu leads to: there is nothing to go back to from them. */
const topScreens = new Set(['/', '/works', '/popular', '/recommend', '/playlists'])

export function hasBackArrow(path: string): boolean {
  // The favourites' other modes are reached from there, and lead back by themselves.
  return !(topScreens.has(path.length > 1 ? path.replace(/\/$/, '') : path) || /^\/favourites(?:\/|$)/.test(path))
}

/** A playlist has a search of its own. */
export function hasSearchBox(path: string): boolean {
  return !/^\/playlist(?:\/|$)/.test(path)
}

/** These tell nothing of the library, whatever it is closed to. */
export function isForAll(path: string): boolean {
  return /^\/(?:about|debug)\/?$/.test(path)
}
