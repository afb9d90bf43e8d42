import type { Database } from '../src/db/open.ts'

/** A stored password, and other things that no export may contain. */
export const HASH = '$argon2id$v=19$m=65536,t=3,p=1$c2FsdA$aGFzaA'

const PLAYLIST = '7d444840-9dc0-41d2-b4d6-0d3d0f6a0f11'
const LISTENER = 'b8b2f0b6-6c1e-4d3f-9b65-3a4c52f1d0aa'

/** Adds rows to those of `fillTables`, so that every table that is exported has some. */
export async function fillMore({ write }: Pick<Database, 'write'>): Promise<void> {
  await write.updateTable('work').set({ state: 'missing' }).where('id', '=', 2).execute()
  await write
    .insertInto('account')
    .values({
      id: 6,
      name: 'other',
      name_key: 'other',
      password_hash: HASH,
      account_group: 'user',
      recommender_uuid: LISTENER,
      email: 'other@example.org',
      created_at_ms: 1_700_000_000_000,
      last_login_at_ms: 1_700_000_100_000,
    })
    .execute()

  const sidecar = JSON.stringify({ title: 'From the sidecar', release: '2026-02-03' })
  await write
    .insertInto('folder_metadata')
    .values({ work_id: 1, sidecar, left_files: '{"tags":[{"name":"rain"}]}', added_on: '2026-02-04' })
    .execute()
  await write
    .insertInto('imported_metadata')
    .values({ work_id: 12, data: '{"title":"Waits"}', imported_at_ms: 5 })
    .execute()
  const cover = { cover: { provider: true }, description: null }
  await write
    .insertInto('work_edit')
    .values({ work_id: 2, data: JSON.stringify(cover), version: 2 })
    .execute()
  const changes = JSON.stringify([
    { field: 'title', before: { value: 'a', isEdited: false }, after: { value: null, isEdited: true } },
  ])
  const edit = { work_id: 1, account_id: 5, other_editor: null, at_ms: 7, changes }
  await write
    .insertInto('work_edit_history')
    .values({ ...edit, id: 1, undone_by: 2 })
    .execute()
  await write
    .insertInto('work_edit_history')
    .values({ ...edit, id: 2 })
    .execute()

  await write
    .insertInto('tag')
    .values({ id: 1, name: 'rain', name_key: 'rain', i18n: '{"ja-jp":{"name":"雨"}}' })
    .execute()
  await write.insertInto('tag').values({ id: 2, name: 'old rain', name_key: 'old rain', i18n: '{}' }).execute()
  await write.insertInto('voice_actor').values({ id: 'v', name: '声', name_key: '声' }).execute()
  await write.insertInto('series').values({ id: 1, circle_id: 1, name: 'Rain', name_key: 'rain' }).execute()
  await write.insertInto('staff').values({ id: 's', name: 'Writer', name_key: 'writer' }).execute()
  await write.insertInto('merged_name').values({ kind: 'tag', id: '2', into_id: '1' }).execute()
  await write
    .insertInto('name_change')
    .values({
      kind: 'tag',
      action: 'merge',
      data: JSON.stringify({ name: 'rain', before: ['old rain'], works: 1, edits: [] }),
      account_id: null,
      other_editor: 'admin-token',
      made_at_ms: 8,
      undoes: null,
    })
    .execute()
  await write
    .insertInto('selection_edit')
    .values({
      id: 1,
      change: JSON.stringify({ addTags: ['rain'], removeTags: [] }),
      state: 'done',
      total: 2,
      done: 2,
      changed: 1,
      failed: 1,
      account_id: 5,
      other_editor: null,
      made_at_ms: 9,
      undoes: null,
      work_ids: '[1,2]',
    })
    .execute()
  await write.insertInto('selection_edit_work').values({ selection_edit_id: 1, work_id: 1, edit_id: 1 }).execute()
  await write
    .insertInto('selection_edit_failure')
    .values({ selection_edit_id: 1, work_id: 2, reason: 'missing' })
    .execute()

  await write
    .insertInto('library_folder')
    .values({ path: '/library', added_by: 'listener', added_at_ms: 1, removed_at_ms: null })
    .execute()
  await write
    .insertInto('folder_identity')
    .values({ root: '/library', path: 'Rain', work_id: 1, given_by: 'owner', previous_id: 3, has_moved_data: 1 })
    .execute()
  await write.insertInto('moved_work').values({ id: 3, to_id: 1 }).execute()

  await write.insertInto('device').values({ account_id: 6, id: 'd', name: 'Phone', seen_at_ms: 10 }).execute()
  await write
    .insertInto('place')
    .values({ account_id: 6, device_id: 'd', file_id: 7, seconds: 12.5, at_ms: 11 })
    .execute()
  const heard = { account_id: 6, day: '2026-02-05', file_id: 7, device_id: 'phone', first_at_ms: 1, last_at_ms: 2 }
  await write
    .insertInto('heard')
    .values({ ...heard, heard_seconds: 9.5, seconds: 12.5, duration_seconds: 100 })
    .execute()
  await write.insertInto('history_choice').values({ account_id: 6, is_on: 1, cleared_at_ms: 1 }).execute()
  await write.insertInto('put_aside').values({ account_id: 6, work_id: 1, at_ms: 3 }).execute()
  await write
    .insertInto('playlist')
    .values({
      id: PLAYLIST,
      account_id: 6,
      system_kind: null,
      name: 'Evenings',
      description: '',
      privacy: 2,
      locale: 'en',
      created_at_ms: 1,
      updated_at_ms: 2,
    })
    .execute()
  await write.insertInto('playlist_work').values({ playlist_id: PLAYLIST, work_id: 2, added_at_ms: 3 }).execute()
  await write
    .insertInto('song_playlist')
    .values({
      id: PLAYLIST,
      account_id: 5,
      name: 'Recordings',
      comment: '',
      is_public: 0,
      created_at_ms: 1,
      changed_at_ms: 2,
    })
    .execute()
  const { id: heardId } = await write.selectFrom('file').select('id').orderBy('id').executeTakeFirstOrThrow()
  await write
    .insertInto('song_playlist_song')
    .values({ song_playlist_id: PLAYLIST, position: 0, file_id: heardId })
    .execute()
  await write
    .insertInto('starred_item')
    .values({ account_id: 5, item: `s${heardId}`, starred_at_ms: 1 })
    .execute()
  await write.insertInto('playlist_like').values({ account_id: 5, playlist_id: PLAYLIST, liked_at_ms: 4 }).execute()
  await write.insertInto('tag_vote').values({ account_id: 6, work_id: 1, tag_id: 1, vote: 1, voted_at_ms: 1 }).execute()
  await write
    .insertInto('listening')
    .values({
      listener: LISTENER,
      work_id: 1,
      milestones: 3,
      opinion: 1,
      network: null,
      first_at_ms: 1,
      last_at_ms: 2,
    })
    .execute()
  await write
    .insertInto('feedback')
    .values({
      work_id: 1,
      file_id: 7,
      account_id: null,
      category: 'other',
      detail: 'It hisses.',
      created_at_ms: 1,
      done_at_ms: null,
    })
    .execute()
  await write
    .insertInto('moved_in')
    .values({ account_id: 6, kind: 'mark', work_id: 12, key: '', at_ms: 3, data: '{"workId":12,"rating":4}' })
    .execute()

  await write
    .insertInto('security_event')
    .values({ kind: 'login', account_id: 6, account_name: 'other', actor_name: null, address: '203.0.113.7', at_ms: 1 })
    .execute()
  await write
    .insertInto('email_verification')
    .values({
      verify_hash: 'verify-hash',
      subject_hash: 'subject-hash',
      purpose: 'link',
      account_id: 6,
      session_version: 1,
      address: '203.0.113.7',
      expires_at_ms: 9,
    })
    .execute()
}
