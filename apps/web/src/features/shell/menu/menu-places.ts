/**
 * Returns `page` for the menu entry of the current screen, `true` for one that it belongs to, such as a playlist's
 * list.
 */
export function currentOf(href: string, path: string): 'page' | 'true' | undefined {
  const shown = path.length > 1 ? path.replace(/\/$/, '') : path
  if (shown === href) return 'page'
  // One playlist.
  if (href === '/playlists' && shown === '/playlist') return 'true'
  return shown.startsWith(`${href}/`) ? 'true' : undefined
}
