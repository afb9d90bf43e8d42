/** Screens in the menu, which need no back arrow. */
const topScreens = new Set(['/', '/works', '/popular', '/recommend', '/playlists'])

export function hasBackArrow(path: string): boolean {
  // Other modes of favourites are reached from the first, and have their own links.
  return !(topScreens.has(path.length > 1 ? path.replace(/\/$/, '') : path) || /^\/favourites(?:\/|$)/.test(path))
}

/** A playlist has its own search box. */
export function hasSearchBox(path: string): boolean {
  return !/^\/playlist(?:\/|$)/.test(path)
}

/** Screens without library content, which are open to all. */
export function isForAll(path: string): boolean {
  return /^\/(?:about|debug|setup)\/?$/.test(path)
}
