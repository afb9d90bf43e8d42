import { LIKED_PLAYLIST, MARKED_PLAYLIST, SYSTEM_PLAYLIST_PREFIX, type Playlist } from '@otodana/contract'

import type { Translate } from '#i18n/translations.ts'
import { shownName } from '#lib/format/shown-name.ts'

/** Whether it is a system playlist, which cannot be renamed or deleted. */
export function isSystem({ name }: Pick<Playlist, 'name'>): boolean {
  return name.startsWith(SYSTEM_PLAYLIST_PREFIX)
}

/** Returns a playlist's name; system playlists have translated names. */
export function playlistName({ name }: Pick<Playlist, 'name'>, t: Translate<'playlists'>): string {
  if (name === LIKED_PLAYLIST) return t('system.liked')
  if (name === MARKED_PLAYLIST) return t('system.marked')
  return shownName(name)
}
