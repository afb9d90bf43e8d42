import type { Database } from '#db/open.ts'

import { parseItem } from './ids.ts'
import { isoTime } from './shapes.ts'

type ExportedStar = {
  kind: 'recording' | 'circle' | 'voiceActor'
  code?: string
  path?: string
  name?: string
  starredAt: string
}

type ExportedPlaylist = {
  id: string
  name: string
  comment: string
  isPublic: boolean
  createdAt: string
  songs: { code: string; path: string }[]
}

/** What a member keeps by apps, with works' codes and files' paths, which other instances know too. */
export function exportSubsonic({ read }: Pick<Database, 'read'>) {
  async function nameOf(table: 'circle' | 'voice_actor', id: number | string): Promise<string | null> {
    const found = read.selectFrom(table).select('name')
    const row = await found.where('id', '=', id as never).executeTakeFirst()
    return row?.name ?? null
  }

  return {
    async stars(accountId: number): Promise<ExportedStar[]> {
      const rows = await read
        .selectFrom('starred_item')
        .select(['item', 'starred_at_ms'])
        .where('account_id', '=', accountId)
        .orderBy('item')
        .execute()
      const stars: ExportedStar[] = []
      for (const { item: text, starred_at_ms } of rows) {
        const item = parseItem(text)
        const starredAt = isoTime(starred_at_ms)
        if (item?.kind === 'song') {
          const file = await read
            .selectFrom('file')
            .innerJoin('work', 'work.id', 'file.work_id')
            .select(['work.source_id as code', 'file.path'])
            .where('file.id', '=', item.id)
            .executeTakeFirst()
          if (file) stars.push({ kind: 'recording', ...file, starredAt })
        } else if (item?.kind === 'circle' || item?.kind === 'voiceActor') {
          const name = await nameOf(item.kind === 'circle' ? 'circle' : 'voice_actor', item.id)
          if (name !== null) stars.push({ kind: item.kind, name, starredAt })
        }
      }
      return stars
    },

    async playlists(accountId: number): Promise<ExportedPlaylist[]> {
      const playlists = await read
        .selectFrom('song_playlist')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at_ms')
        .orderBy('id')
        .execute()
      const songs = await read
        .selectFrom('song_playlist_song as song')
        .innerJoin('song_playlist', 'song_playlist.id', 'song.song_playlist_id')
        .innerJoin('file', 'file.id', 'song.file_id')
        .innerJoin('work', 'work.id', 'file.work_id')
        .select(['song.song_playlist_id', 'work.source_id as code', 'file.path'])
        .where('song_playlist.account_id', '=', accountId)
        .orderBy('song.position')
        .execute()
      const songsOf = Map.groupBy(songs, ({ song_playlist_id }) => song_playlist_id)
      return playlists.map(({ id, name, comment, is_public, created_at_ms }) => ({
        id,
        name,
        comment,
        isPublic: is_public === 1,
        createdAt: isoTime(created_at_ms),
        songs: (songsOf.get(id) ?? []).map(({ code, path }) => ({ code, path })),
      }))
    },
  }
}
