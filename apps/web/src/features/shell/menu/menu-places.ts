/**
 * Whether a place of the menu is where the visitor is: `page` on that very screen, `true` on one that belongs to it, such as
 * one of its lists.
 */
export function currentOf(href: string, path: string): 'page' | 'true' | undefined {
  const shown = path.length > 1 ? path.replace(/\/$/, '') : path
  if (shown === href) return 'page'
  // One of them.
  if (href === '/playlists' && shown === '/playlist') return 'true'
  return shown.startsWith(`${href}/`) ? 'true' : undefined
}
