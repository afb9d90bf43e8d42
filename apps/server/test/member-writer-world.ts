import type { Database } from '../src/db/open.ts'
import { createAccountRepository } from '../src/features/accounts/index.ts'
import { createPlaylistRepository } from '../src/features/playlists/index.ts'
import { WORKS } from './member-writer.ts'
import { aWorkRow } from './work-rows.ts'

/** Fills a new database with what `member-writer.ts` changes. */
export async function prepareForWriter(database: Database): Promise<{ accountId: number; playlistId: string }> {
  const { write } = database
  await write.insertInto('circle').values({ id: 1, name: 'Rain', name_key: 'rain' }).execute()
  for (let id = 1; id <= WORKS; id++) {
    await write.insertInto('work').values(aWorkRow(id)).execute()
    await write.insertInto('file').values(aFileRow(id)).execute()
  }
  const account = { name: 'writer', nameKey: 'writer', passwordHash: '', recommenderUuid: null }
  const writer = await createAccountRepository(database).addMember(account)
  const accountId = typeof writer === 'string' ? 0 : writer.id
  const details = { name: 'Night', description: '', privacy: 0 as const, locale: '' }
  const playlistId = (await createPlaylistRepository(database).create(accountId, details, [])) ?? ''
  return { accountId, playlistId }
}

function aFileRow(id: number) {
  return {
    id,
    work_id: id,
    path: '01.wav',
    fingerprint: `file ${id}`,
    kind: 'audio' as const,
    size_bytes: 1,
    mtime_ms: 0,
    duration_seconds: 1,
    tags: null,
    has_picture: 0 as const,
    state: 'present' as const,
    problem: null,
  }
}
