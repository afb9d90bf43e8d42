import {
  accountGroups,
  feedbackCategories,
  listenMilestones,
  progresses,
  SelectionEdit,
  selectionFailures,
  WorkEdit,
} from '@otodana/contract'
import * as z from 'zod'

import type { Database } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'
import { exportAccounts } from '#features/accounts/index.ts'
import { exportEdits } from '#features/editing/index.ts'
import { createFeedbackRepository } from '#features/feedback/index.ts'
import { createBegunRepository, createHistoryRepository } from '#features/history/index.ts'
import { Edited, exportSources, exportWorks, nameKinds, type NameKind, WorkMetadata } from '#features/metadata/index.ts'
import { exportWaiting } from '#features/moving/index.ts'
import { exportChanges, exportNames } from '#features/name-editing/index.ts'
import { createPositionRepository } from '#features/playback-positions/index.ts'
import { createPlaylistRepository } from '#features/playlists/index.ts'
import { createListeningRepository } from '#features/recommender/index.ts'
import { createReviewRepository } from '#features/reviews/index.ts'
import { exportSelectionEdits } from '#features/selections/index.ts'
import { exportSubsonic } from '#features/subsonic/index.ts'
import { createVotes } from '#features/votes/index.ts'

import { exportFiles, exportFolderIdentities, exportLibraryFolders, exportMovedWorks } from './library-lines.ts'

/** A file of the export. */
export type Subject = {
  file: string
  /** The tables that it is read from. */
  tables: readonly (keyof Tables)[]
  line: z.ZodType
  read(snapshot: Database): AsyncIterable<readonly object[]>
}

const Time = z.iso.datetime()
const Code = z
  .string()
  .meta({ description: "The work's code, or the id of a work without one", examples: ['RJ01234567'] })
const Path = z.string().meta({ description: "A path in the work's folder, separated by /" })
const AccountName = z.string().meta({ description: "The account's name" })
const By = z.string().nullable().meta({ description: "The editor's name; null: the account was deleted" })
const kinds = Object.keys(nameKinds) as NameKind[]
const NameId = z.union([z.int(), z.string()])
const LocalName = z.strictObject({ name: z.string(), censored: z.string().optional() }).optional()

const sourceLine = { code: Code, fields: WorkMetadata.meta({ id: 'workMetadata' }) }
const waitingData = z.record(z.string(), z.unknown())

/** All files, in the order in which they are written. */
export const subjects: readonly Subject[] = [
  subject({
    file: 'works.jsonl',
    about: 'Works, also those whose folders are missing, with the metadata of all sources merged',
    tables: [
      'work',
      'circle',
      'series',
      'staff',
      'tag',
      'voice_actor',
      'work_tag',
      'work_staff',
      'work_voice_actor',
      'folder_metadata',
    ],
    line: z.strictObject({
      code: Code,
      ...WorkMetadata.shape,
      folder: z
        .strictObject({ root: z.string(), path: z.string() })
        .meta({ description: "The library folder, and the work's folder in it" }),
      isMissing: z.boolean().meta({ description: 'Whether the last scan did not find its folder' }),
    }),
    read: ({ read }) => exportWorks(read),
  }),
  subject({
    file: 'sources.jsonl',
    about: 'The metadata of each source by itself, also of works that are not in the library',
    tables: ['work_edit', 'folder_metadata', 'imported_metadata', 'provided_metadata'],
    line: z.discriminatedUnion('source', [
      z.strictObject({
        code: Code,
        source: z.literal('edit'),
        fields: Edited.meta({ description: 'What editors have set; null: emptied' }),
      }),
      z.strictObject({ ...sourceLine, source: z.enum(['sidecar', 'otherFiles']) }),
      z.strictObject({ ...sourceLine, source: z.literal('import'), at: Time }),
      z.strictObject({ ...sourceLine, source: z.literal('provider'), provider: z.string(), at: Time }),
    ]),
    read: ({ read }) => exportSources(read),
  }),
  subject({
    file: 'files.jsonl',
    about: "The works' files",
    tables: ['file'],
    line: z.strictObject({
      code: Code,
      path: Path,
      kind: z.enum(['audio', 'text', 'image', 'other']),
      sizeBytes: z.int(),
      modifiedAt: Time,
      durationSeconds: z.number().nullable(),
      tags: z.record(z.string(), z.unknown()).nullable().meta({ description: 'Tags in the file' }),
      isMissing: z.boolean(),
      problem: z.string().nullable().meta({ description: 'Why it cannot be read or played' }),
    }),
    read: ({ read }) => exportFiles(read),
  }),
  subject({
    file: 'names.jsonl',
    about: 'Circles, tags, voice actors, series and staff, also those that were merged into others',
    tables: ['circle', 'tag', 'voice_actor', 'series', 'staff', 'merged_name'],
    line: z.strictObject({
      kind: z.enum(kinds),
      id: NameId.meta({ description: 'Unique within its kind' }),
      name: z.string(),
      code: z.string().nullable().meta({ description: "The storefront's code, of a circle or series" }),
      circle: z.int().nullable().meta({ description: 'The id of the circle whose series it is' }),
      localNames: z
        .strictObject({ 'ja-jp': LocalName, 'zh-cn': LocalName, 'en-us': LocalName })
        .meta({ description: "A tag's names in other languages" }),
      mergedInto: NameId.nullable().meta({ description: 'The id of the name that it was merged into' }),
    }),
    read: ({ read }) => exportNames(read),
  }),
  subject({
    file: 'edits.jsonl',
    about: 'Edits of works, earliest first',
    tables: ['work_edit_history'],
    line: z.strictObject({
      code: Code,
      id: z.int(),
      at: Time,
      by: By,
      changes: WorkEdit.shape.changes,
      undoneBy: z.int().nullable(),
      undoes: z.int().nullable(),
    }),
    read: ({ read }) => exportEdits(read),
  }),
  subject({
    file: 'name-changes.jsonl',
    about: 'Renames and merges of names, earliest first',
    tables: ['name_change'],
    line: z.strictObject({
      id: z.int(),
      by: By,
      at: Time,
      kind: z.enum(kinds),
      action: z.enum(['merge', 'rename', 'undo']),
      name: z.string(),
      before: z.array(z.string()).meta({ description: 'The names before' }),
      undoes: z.int().nullable(),
    }),
    read: ({ read }) => exportChanges(read),
  }),
  subject({
    file: 'selection-edits.jsonl',
    about: 'Changes of many works at once, earliest first',
    tables: ['selection_edit', 'selection_edit_work', 'selection_edit_failure'],
    line: z.strictObject({
      id: z.int(),
      by: By,
      at: Time,
      change: SelectionEdit.shape.change,
      works: z.int().meta({ description: 'How many works were selected' }),
      state: SelectionEdit.shape.state,
      undoes: z.int().nullable(),
      edits: z.array(z.int()).meta({ description: 'The ids of its edits in edits.jsonl' }),
      failures: z.array(z.strictObject({ code: Code, reason: z.enum(selectionFailures) })),
    }),
    read: ({ read }) => exportSelectionEdits(read),
  }),
  subject({
    file: 'library-folders.jsonl',
    about: 'Library folders that administrators chose in the browser',
    tables: ['library_folder'],
    line: z.strictObject({ path: z.string(), addedBy: z.string(), addedAt: Time, removedAt: Time.nullable() }),
    read: ({ read }) => exportLibraryFolders(read),
  }),
  subject({
    file: 'folder-codes.jsonl',
    about: 'Which work a folder is where its name does not say so',
    tables: ['folder_identity'],
    line: z.strictObject({
      root: z.string(),
      path: z.string(),
      code: Code,
      givenBy: z.enum(['owner', 'sidecar']),
      previousCode: Code.nullable().meta({ description: 'Before it was corrected' }),
    }),
    read: ({ read }) => exportFolderIdentities(read),
  }),
  subject({
    file: 'former-codes.jsonl',
    about: 'Former codes of works, whose links still lead to them',
    tables: ['moved_work'],
    line: z.strictObject({ code: Code, now: Code }),
    read: ({ read }) => exportMovedWorks(read),
  }),
  subject({
    file: 'accounts.jsonl',
    about: 'Accounts, without passwords',
    tables: ['account'],
    line: z.strictObject({
      name: z.string(),
      group: z.enum(accountGroups),
      email: z.string().nullable().meta({ description: 'A mail address that was proven' }),
      recommenderUuid: z.string().meta({ description: "The account's id in listening reports" }),
      createdAt: Time,
      isFounder: z.boolean(),
      isDisabled: z.boolean(),
      lastLoginAt: Time.nullable(),
      markPlaylist: z.string().nullable().meta({ description: 'The id of the playlist of its quick marks' }),
    }),
    async *read({ read }) {
      for await (const rows of exportAccounts(read)) yield rows.map(({ account }) => account)
    },
  }),
  subject({
    file: 'reviews.jsonl',
    about: "Members' ratings, reviews and listening statuses",
    tables: ['review'],
    line: z.strictObject({
      account: AccountName,
      code: Code,
      userRating: z.int().min(1).max(5).nullable(),
      review_text: z.string().nullable(),
      progress: z.enum(progresses).nullable(),
      updated_at: Time.nullable(),
    }),
    read: (snapshot) => ofEachMember(snapshot, ({ id }) => createReviewRepository(snapshot).all(id)),
  }),
  subject({
    file: 'positions.jsonl',
    about: 'Where members left tracks, on each device',
    tables: ['place'],
    line: z.strictObject({
      account: AccountName,
      code: Code,
      path: Path,
      hash: z.string().meta({ description: 'The id of work and file in the API' }),
      seconds: z.number().meta({ description: '0: played to the end' }),
      at: Time,
      device: z.strictObject({ id: z.string(), name: z.string() }),
    }),
    read: (snapshot) => ofEachMember(snapshot, ({ id }) => createPositionRepository(snapshot).exported(id)),
  }),
  subject({
    file: 'devices.jsonl',
    about: "Members' devices",
    tables: ['device'],
    line: z.strictObject({ account: AccountName, id: z.string(), name: z.string(), seenAt: Time }),
    read: (snapshot) => ofEachMember(snapshot, ({ id }) => createPositionRepository(snapshot).devices(id)),
  }),
  subject({
    file: 'history.jsonl',
    about: 'What members heard of each track, by day and device',
    tables: ['heard'],
    line: z.strictObject({
      account: AccountName,
      code: Code,
      path: Path,
      day: z.iso.date(),
      device: z.string().meta({ description: "The device's id, also of one that is not in devices.jsonl" }),
      firstAt: Time,
      lastAt: Time,
      heardSeconds: z.number(),
      seconds: z.number().meta({ description: 'The position at the end; 0: played to the end' }),
      durationSeconds: z.number().nullable(),
    }),
    read: (snapshot) => ofEachMember(snapshot, ({ id }) => createHistoryRepository(snapshot).exported(id)),
  }),
  subject({
    file: 'history-choices.jsonl',
    about: 'Members who have switched their history off or on, or cleared it',
    tables: ['history_choice'],
    line: z.strictObject({ account: AccountName, isOn: z.boolean(), clearedAt: Time.nullable() }),
    read: (snapshot) => ofEachMember(snapshot, ({ id }) => createHistoryRepository(snapshot).choices(id)),
  }),
  subject({
    file: 'put-aside.jsonl',
    about: 'Works that members removed from those to continue',
    tables: ['put_aside'],
    line: z.strictObject({ account: AccountName, code: Code, at: Time }),
    read: (snapshot) => ofEachMember(snapshot, ({ id }) => createBegunRepository(snapshot).exported(id)),
  }),
  subject({
    file: 'playlists.jsonl',
    about: "Members' playlists, with their works in order",
    tables: ['playlist', 'playlist_work'],
    line: z.strictObject({
      account: AccountName,
      id: z.string(),
      name: z.string(),
      description: z.string(),
      privacy: z
        .union([z.literal(0), z.literal(1), z.literal(2)])
        .meta({ description: '0: private, 1: by address, 2: public' }),
      createdAt: Time,
      works: z.array(z.strictObject({ code: Code, addedAt: Time })),
    }),
    read: (snapshot) =>
      ofEachMember(snapshot, async ({ id }) => (await createPlaylistRepository(snapshot).all(id)).own),
  }),
  subject({
    file: 'playlist-likes.jsonl',
    about: "Other members' playlists that a member likes",
    tables: ['playlist_like'],
    line: z.strictObject({ account: AccountName, playlist: z.string().meta({ description: 'Its id' }) }),
    read: (snapshot) =>
      ofEachMember(snapshot, async ({ id }) => {
        const { liked } = await createPlaylistRepository(snapshot).all(id)
        return liked.map((playlist) => ({ playlist }))
      }),
  }),
  subject({
    file: 'song-playlists.jsonl',
    about: "Members' playlists of recordings, made in apps, with their recordings in order",
    tables: ['song_playlist', 'song_playlist_song'],
    line: z.strictObject({
      account: AccountName,
      id: z.string(),
      name: z.string(),
      comment: z.string(),
      isPublic: z.boolean(),
      createdAt: Time,
      songs: z.array(z.strictObject({ code: Code, path: Path })),
    }),
    read: (snapshot) => ofEachMember(snapshot, ({ id }) => exportSubsonic(snapshot).playlists(id)),
  }),
  subject({
    file: 'stars.jsonl',
    about: 'Recordings, circles and voice actors that members have starred in apps',
    tables: ['starred_item'],
    line: z.strictObject({
      account: AccountName,
      kind: z.enum(['recording', 'circle', 'voiceActor']),
      code: Code.optional(),
      path: Path.optional(),
      name: z.string().optional(),
      starredAt: Time,
    }),
    read: (snapshot) => ofEachMember(snapshot, ({ id }) => exportSubsonic(snapshot).stars(id)),
  }),
  subject({
    file: 'tag-votes.jsonl',
    about: "Members' votes on works' tags",
    tables: ['tag_vote'],
    line: z.strictObject({ account: AccountName, code: Code, tag: z.string(), vote: z.enum(['up', 'down']) }),
    read(snapshot) {
      const votes = createVotes({ database: snapshot, needsLinkedEmail: false })
      return ofEachMember(snapshot, ({ id }) => votes.all(id))
    },
  }),
  subject({
    file: 'listening.jsonl',
    about: 'What members have listened to, as clients reported it',
    tables: ['listening'],
    line: z.strictObject({
      account: AccountName,
      code: Code,
      milestones: z.array(z.enum(listenMilestones)),
      opinion: z.enum(['like', 'dislike']).nullable(),
      firstAt: Time,
      lastAt: Time,
    }),
    read: (snapshot) =>
      ofEachMember(snapshot, ({ account }) => createListeningRepository(snapshot).export(account.recommenderUuid)),
  }),
  subject({
    file: 'feedback.jsonl',
    about: 'Reported problems with works',
    tables: ['feedback'],
    line: z.strictObject({
      sender: z.string().nullable().meta({ description: "The sender's name; null: a visitor without an account" }),
      code: Code,
      file: Path.nullable(),
      category: z.enum(feedbackCategories),
      detail: z.string(),
      createdAt: Time,
      doneAt: Time.nullable(),
    }),
    async *read(snapshot) {
      yield await createFeedbackRepository(snapshot).everyones()
    },
  }),
  subject({
    file: 'waiting.jsonl',
    about: 'What members imported for works that are not in the library',
    tables: ['moved_in'],
    line: z.strictObject({
      account: AccountName,
      code: Code,
      kind: z.enum(['mark', 'position', 'heard', 'listed', 'vote']),
      at: Time,
      data: waitingData.meta({ description: 'The rating, position, listening or entry in a playlist' }),
    }),
    read: (snapshot) => ofEachMember(snapshot, ({ id }) => exportWaiting(snapshot, id)),
  }),
]

/** Tables that are in no file, and why. */
export const leftOut: Partial<Record<keyof Tables, string>> = {
  play_queue: "what members' apps were playing",
  app_password: "secrets of members' apps",
  podcast_feed: "secret addresses of members' podcast feeds",
  catalogue_change: 'a log for running servers',
  codeless_folder: 'found again by a scan',
  email_verification: 'unfinished, with hashes of secrets',
  job: 'work in progress',
  read_model_file: 'a log for running servers',
  keyed_write: 'recognises calls that are sent again',
  known_network: "networks of members' logins",
  lease: 'held by running servers',
  listening_removed: 'a log for running servers',
  member_rating: 'counted from reviews',
  scan_problem: 'found again by a scan',
  scan_run: 'a log of scans',
  security_event: "the audit log, with visitors' addresses",
  server_setting: 'about this server, not the library',
  sound: 'measured again from the recordings',
  subtitle_index: 'made again from the subtitle files',
  subtitle_postings: 'made again from the subtitle files',
  subtitle_text: 'made again from the subtitle files',
  unmerged_link: 'undoes merges; the links are in works.jsonl',
  unmerged_vote: 'undoes merges; the votes are in tag-votes.jsonl',
}

function subject<Line extends z.ZodType>({
  line,
  about,
  ...rest
}: Omit<Subject, 'line' | 'read'> & {
  about: string
  line: Line
  read: (snapshot: Database) => AsyncIterable<readonly (z.input<Line> & object)[]>
}): Subject {
  return { ...rest, line: line.meta({ description: about }) }
}

type Member = { id: number; account: { recommenderUuid: string } }

/** Yields what each member has, with the name of the account. At most one member's is in memory. */
async function* ofEachMember<Item extends object>(
  { read }: Database,
  itemsOf: (member: Member) => Promise<readonly Item[]>,
): AsyncGenerator<({ account: string } & Item)[]> {
  for await (const members of exportAccounts(read)) {
    for (const member of members) {
      const items = await itemsOf(member)
      if (items.length > 0) yield items.map((item) => ({ account: member.account.name, ...item }))
    }
  }
}
