import { workPath } from '@otodana/work-code'

import { playlistTitle, type PlaylistRepository } from '#features/playlists/index.ts'

import type { Episodes, FeedEntry } from './episodes.ts'
import { type Channel, isExplicit } from './feed-xml.ts'
import type { Feed, FeedWork, PodcastRepository } from './podcasts.repository.ts'

const languages: Record<string, string> = {
  JPN: 'ja',
  ENG: 'en',
  CHI_HANS: 'zh-cn',
  CHI_HANT: 'zh-tw',
  KO_KR: 'ko',
}
const MAX_PLAYLIST_WORKS = 10_000

type Deps = { repository: PodcastRepository; playlists: PlaylistRepository; episodes: Episodes }

/** Reads what a feed has; null: what it is of is gone. */
export function createChannels({ repository, playlists, episodes }: Deps) {
  async function ofWork(workId: number, siteUrl: string): Promise<Channel | null> {
    const [work] = await repository.works([workId])
    if (!work) return null
    const atMs = Date.parse(`${work.release ?? work.addedOn}T00:00:00Z`)
    return {
      title: work.title,
      link: siteUrl + workPath({ id: work.id, source_type: work.sourceType, source_id: work.code }),
      description: work.description,
      author: work.circle || work.title,
      language: languageOf([work]),
      isExplicit: isExplicit(work),
      coverWorkId: work.id,
      changedAtMs: work.updatedAtMs,
      episodes: await episodes.list([{ workId, atMs: Number.isNaN(atMs) ? work.updatedAtMs : atMs }]),
      isOfMany: false,
    }
  }

  async function ofPlaylist(accountId: number, id: string, siteUrl: string): Promise<Channel | null> {
    const playlist = await playlists.find(id, accountId)
    if (!playlist) return null
    const { works } = await playlists.works(id, { offset: 0, limit: MAX_PLAYLIST_WORKS })
    const entries = works.map(({ workId, addedAtMs }): FeedEntry => ({ workId, atMs: addedAtMs }))
    const list = await episodes.list(entries)
    const among = [...new Map(list.map(({ work }) => [work.id, work])).values()]
    return {
      title: playlistTitle(playlist.name),
      link: `${siteUrl}/playlist?id=${id}`,
      description: playlist.description,
      author: playlist.user_name,
      language: languageOf(among),
      isExplicit: among.some(isExplicit),
      coverWorkId: playlist.latest_work_id,
      changedAtMs: Math.max(playlist.updated_at_ms, ...among.map(({ updatedAtMs }) => updatedAtMs)),
      episodes: list,
      isOfMany: true,
    }
  }

  return ({ accountId, target }: Feed, siteUrl: string): Promise<Channel | null> =>
    target.kind === 'work' ? ofWork(target.id, siteUrl) : ofPlaylist(accountId, target.id, siteUrl)
}

/** RSS has one for all; most works are Japanese. */
function languageOf([first]: readonly FeedWork[]): string {
  return languages[first?.language ?? ''] ?? 'ja'
}
