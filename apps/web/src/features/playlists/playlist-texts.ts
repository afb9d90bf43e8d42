import { LIKED_PLAYLIST, MARKED_PLAYLIST, SYSTEM_PLAYLIST_PREFIX, type Playlist } from '@otodana/contract'

import type { Translate } from '#i18n/translations.ts'
import { shownName } from '#lib/format/shown-name.ts'

/** Whether it is one of those that everybody has: it can be neither renamed nor deleted. */
export function isSystem({ name }: Pick<Playlist, 'name'>): boolean {
  return name.startsWith(SYSTEM_PLAYLIST_PREFIX)
}

/** What a playlist is called: the server's own are called in the visitor's language. */
export function playlistName({ name }: Pick<Playlist, 'name'>, t: Translate<'playlists'>): string {
  if (name === LIKED_PLAYLIST) return t('system.liked')
  if (name === MARKED_PLAYLIST) return t('system.marked')
  return shownName(name)
}
