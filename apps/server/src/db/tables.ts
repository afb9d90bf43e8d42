import type { AccountGroup, Age, FeedbackCategory, MailRefusal, SelectionFailure, StaffRole } from '@otodana/contract'
import type { ColumnType, Generated } from 'kysely'

/** JSON is stored as text in both databases; repositories encode and decode it. */
type JsonText = string
type Bit = 0 | 1
type Presence = 'present' | 'missing'

type CircleTable = {
  id: Generated<number>
  /** The storefront's code (`RG12345`), or empty. */
  code: ColumnType<string, string | undefined, string>
  name: string
  /** The name folded for matching; unique. */
  name_key: string
}

export type TagTable = {
  id: Generated<number>
  name: string
  name_key: string
  /** `{"ja-jp": {"name", "censored"?}, "en-us": …, "zh-cn": …}` */
  i18n: JsonText
}

type VoiceActorTable = {
  /** UUID v5 of the folded name. */
  id: string
  name: string
  name_key: string
}

type SeriesTable = {
  id: Generated<number>
  circle_id: number
  name: string
  /** The name folded; unique among the circle's. */
  name_key: string
  /** The storefront's code, or empty. */
  code: ColumnType<string, string | undefined, string>
}

type StaffTable = {
  /** UUID v5 of the folded name. */
  id: string
  name: string
  name_key: string
}

export type WorkTable = {
  id: number
  source_id: string
  source_type: string
  title: string
  /** In other languages: `{"ja"?, "zh"?, "en"?}` */
  titles: ColumnType<JsonText, JsonText | undefined, JsonText>
  circle_id: number
  series_id: ColumnType<number | null, number | null | undefined, number | null>
  /** Its place in the series; null if unknown. */
  series_number: ColumnType<number | null, number | null | undefined, number | null>
  /** `YYYY-MM-DD`, or null if unknown. */
  release: string | null
  create_date: string
  /** `unrated`: unknown. */
  age_category: Age
  price: number
  /** Whether the price is known. */
  has_price: ColumnType<Bit, Bit | undefined, Bit>
  dl_count: number
  review_count: number
  rate_count: number
  rate_average: number
  /** Counts for 1 to 5 stars: `[0,1,2,30,57]`. */
  rate_detail: JsonText
  rank: JsonText | null
  language: string | null
  original_code: string | null
  /** `[{"lang", "label", "code"}]` */
  editions: JsonText
  work_attributes: string
  source_url: string
  description: string
  /** The source of the title: `sidecar`, `import`, `provider` or `folder`. */
  metadata_source: string
  duration_seconds: number
  has_subtitle: Bit
  /** Separated by spaces, such as `ja zh`; those of the subtitle index, empty without it. */
  subtitle_languages: Generated<string>
  /** The image file of the cover, or an audio file with an embedded one. */
  cover_file_id: number | null
  /** The name of a provider's cover in the data folder, which goes before `cover_file_id`. */
  downloaded_cover: string | null
  /** The library folder, absolute as configured, and the work's folder relative to it (separated by `/`). */
  root: string
  path: string
  state: Presence
  /** A digest of the folder's listing when it was last read; null: read it again. */
  signature: string | null
  /** Milliseconds since 1970. */
  updated_at_ms: number
}

type WorkTagTable = { work_id: number; tag_id: number; position: number }
type WorkStaffTable = { work_id: number; staff_id: string; role: StaffRole; position: number }
type WorkVoiceActorTable = { work_id: number; voice_actor_id: string; position: number }

export type FileTable = {
  id: Generated<number>
  work_id: number
  /** Relative to the work's folder, separated by `/`. */
  path: string
  kind: 'audio' | 'text' | 'image' | 'other'
  size_bytes: number
  mtime_ms: number
  /** Digest of the size and three sampled blocks, which identifies the file after a move. */
  fingerprint: string
  duration_seconds: number | null
  /** Embedded tags: `{"title"?, "artist"?, "album"?, "albumArtist"?, "track"?}` */
  tags: JsonText | null
  has_picture: Bit
  /**
   * Chapters, of a recording or of those that a cue sheet names; null: none. See
   * `features/metadata/chapters/stored-chapters.ts`.
   */
  chapters: JsonText | null
  state: Presence
  /** null: present, or missing since before this was noted */
  missing_since_ms: number | null
  /** Why it cannot be read or played, or null. For images only if they are cover candidates. */
  problem: string | null
  /** Version of the scanner that read it; see `features/library/read-work.ts`. */
  read_version: Generated<number>
}

/** Metadata from an import file; may be waiting for a folder with its code. */
type ImportedMetadataTable = { work_id: number; data: JsonText; imported_at_ms: number }

/** What the last scan read in a work's folder, apart from the tags of its files. */
type FolderMetadataTable = {
  work_id: number
  /** A sidecar's fields; null: none. */
  sidecar: JsonText | null
  /** What other programs' files say, as a sidecar's fields; null: nothing. */
  left_files: JsonText | null
  /** `YYYY-MM-DD`: when the work was first found. */
  added_on: string
}

/** The fields of a work that editors have set; see `features/metadata/fields/edited.ts`. */
type WorkEditTable = {
  work_id: number
  data: JsonText
  /** Increases with every edit of the work. */
  version: number
}

/** One edit of a work. */
type WorkEditHistoryTable = {
  id: Generated<number>
  work_id: number
  /** null: the account was deleted, or another editor. */
  account_id: number | null
  /** The name of an editor without an account: the server's own token. */
  other_editor: string | null
  at_ms: number
  /** `{field: {"before": {"value", "isEdited"}, "after": …}}` */
  changes: JsonText
  /** The edit that undid this one. */
  undone_by: ColumnType<number | null, number | null | undefined, number | null>
}

/** What a provider answered about a work; see `features/metadata-providers`. */
type ProvidedMetadataTable = {
  work_id: number
  provider: string
  /** The provider's place in the owner's order, first 0. */
  position: number
  /** A sidecar's fields; null: the provider does not have the work. */
  data: JsonText | null
  /** The answers as they came, compressed with deflate. */
  raw: Uint8Array | null
  /** Those of later requests, for titles in other languages and for sales. */
  raw_titles: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  raw_sales: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  /** Where the cover can be downloaded. */
  cover_url: string | null
  /** Its name in the data folder, once it has been downloaded. */
  cover_name: string | null
  /** The names of its sample pictures in the data folder, in order; null: not downloaded. */
  sample_names: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
  /** When sales, ratings and ranks were last asked for, after the other facts; null: with them. */
  refreshed_at_ms: ColumnType<number | null, number | null | undefined, number | null>
  asked_at_ms: number
  /** How often in a row the provider did not have the work. */
  misses: number
}

/** Which work a folder is, where its name does not say so. */
type FolderIdentityTable = {
  root: string
  path: string
  work_id: number
  given_by: 'owner' | 'sidecar'
  /** The work that it was before its code was corrected; null: none. */
  previous_id: number | null
  /** Whether what members and editors had of that work moved along. */
  has_moved_data: Generated<0 | 1>
}

/** Former ids of works whose codes were corrected. */
type MovedWorkTable = { id: number; to_id: number }

/** Folders with audio that are no work, as the last scan found them. */
type CodelessFolderTable = { root: string; path: string; audio_files: number; size_bytes: number }

/** Library folders that administrators chose in the browser. */
type LibraryFolderTable = {
  id: Generated<number>
  /** Absolute. */
  path: string
  /** The administrator's name. */
  added_by: string
  added_at_ms: number
  /** When it was taken out of the library; null: it is part of it. */
  removed_at_ms: number | null
}

type ScanRunTable = {
  id: Generated<number>
  state: 'running' | 'done' | 'cancelled' | 'failed' | 'interrupted'
  trigger: string
  started_at_ms: number
  finished_at_ms: number | null
  counts: JsonText
  error: string | null
}

type ScanProblemTable = {
  id: Generated<number>
  kind: string
  root: string
  path: string
  work_id: number | null
  message: string
  detected_at_ms: number
}

/** At most one process holds a name until the lease expires. */
type LeaseTable = { name: string; holder: string; expires_at_ms: number }

/**
 * The log of catalogue changes, written by triggers in the changing transaction, never directly. Reading differs by
 * database; see `features/catalogue/change-log.ts`.
 */
export type CatalogueChangeTable = {
  /** SQLite: increases with each change. PostgreSQL: the transaction id, which is read as text. */
  seq: ColumnType<number | string, never, never>
  kind: 'work' | 'circle' | 'tag' | 'voiceActor' | 'series' | 'staff'
  entity_id: string
  changed_at_ms: number
}

/** Jobs that are waiting, running or have failed; finished ones are deleted. See `jobs/queue.ts`. */
type JobTable = {
  id: Generated<number>
  kind: string
  /** Unique within a kind; null: not unique. */
  key: string | null
  data: JsonText
  /** Higher ones run first. */
  priority: number
  state: 'ready' | 'running' | 'failed'
  run_at_ms: number
  attempts: number
  max_attempts: number
  /** The worker, which counts as alive until `expires_at`. */
  holder: string | null
  lease_until_ms: number | null
  /** 0 to 1. */
  progress: number
  error: string | null
  /** Why it failed, for programs: a JSON array whose items depend on the kind. */
  failures: ColumnType<JsonText | null, JsonText | null | undefined, JsonText | null>
}

/** Measurements of a file's audio, for the file with that fingerprint. */
type SoundTable = {
  file_id: number
  fingerprint: string
  /** Base64 of the peaks; this and the next two are null if the file could not be read. */
  waveform: string | null
  /** LUFS; also null for silence. */
  loudness: number | null
  /** dBTP */
  true_peak: number | null
  problem: string | null
}

/** A subtitle file's text, for the file with that fingerprint and time. */
type SubtitleTextTable = {
  file_id: number
  fingerprint: string
  mtime_ms: number
  /** The matching rules used, and the work's signature at that time; null if the work had none. */
  work_signature: string | null
  /** End of the last line; 0 if the file is broken. */
  duration_seconds: number
  /** The audio that it certainly belongs to; null if there is none in the work. */
  audio_file_id: number | null
  /** First of its consecutive block numbers; null if the file is broken. */
  first_block: number | null
  block_count: number
  /** Packed, see `features/subtitles/packed-cues.ts`; null if the file is broken. */
  cues: Uint8Array | null
  /** Why it cannot be read, or null. */
  problem: string | null
  /** Separated by spaces, such as `ja zh`; null: not read yet. */
  languages: string | null
}

/** The blocks of one chunk that contain a gram; see `features/subtitles/postings.ts`. */
type SubtitlePostingsTable = {
  gram: number
  chunk: number
  last_block: number
  blocks: Uint8Array
}

/** One row: the state of the subtitle index. */
type SubtitleIndexTable = {
  id: number
  /** The current writer; earlier ones must not write any more. */
  writer: string
  /** The next block number. */
  next_block: number
  /** Blocks below are searchable; those from here up to `next_block` are stored but not indexed yet. */
  indexed_to: number
  /** Increases with every change of texts. */
  version: number
}

export type AccountTable = {
  id: Generated<number>
  name: string
  /** The name folded; unique. */
  name_key: string
  /** In PHC form: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
  password_hash: string
  account_group: AccountGroup
  /** Whether it was the server's first registration; at most one account. */
  is_founder: Generated<Bit>
  is_disabled: Generated<Bit>
  /** Part of every token; tokens with another version are invalid. */
  session_version: Generated<number>
  recommender_uuid: string
  /** A proven address of the account. */
  email: ColumnType<string | null, string | null | undefined, string | null>
  created_at_ms: number
  last_login_at_ms: number | null
  /** The playlist used by quick marks; null or deleted: the system playlist. */
  mark_playlist_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** Account events: the account may be deleted, and the name may never have existed. */
export type SecurityEventTable = {
  id: Generated<number>
  kind: string
  account_id: number | null
  account_name: string
  /** Who did it, if not the account's owner. */
  actor_name: string | null
  /** The visitor's address. */
  address: string
  at_ms: number
}

/** A network from which an account's owner has logged in. */
type KnownNetworkTable = {
  account_id: number
  network: string
  seen_at_ms: number
}

/** A mail that a member was asked to send. */
export type EmailVerificationTable = {
  /** Hash of the id with which the client polls. */
  verify_hash: string
  /** Hash of the mail's whole subject, which contains a code. */
  subject_hash: string
  purpose: 'link' | 'reset'
  /** null: no account of that name. */
  account_id: number | null
  /** The account's version at the start: ending its sessions invalidates the verification. */
  session_version: number | null
  /** The visitor's address. */
  address: string
  attempts: Generated<number>
  /** Why the latest mail was rejected. */
  refusal: ColumnType<MailRefusal | null, MailRefusal | null | undefined, MailRefusal | null>
  /** The mail's sender. */
  email: ColumnType<string | null, string | null | undefined, string | null>
  expires_at_ms: number
}

/** Settings that administrators change while the server runs; values are JSON. */
type ServerSettingTable = { name: string; value: JsonText }

/** A member's device. */
type DeviceTable = {
  account_id: number
  /** Chosen by the device. */
  id: string
  name: string
  seen_at_ms: number
}

/** A member's playback position of a file on a device. */
type PlaceTable = {
  account_id: number
  device_id: string
  file_id: number
  /** 0 if played to the end. */
  seconds: number
  at_ms: number
}

/** What a member heard of a file on a day, on one device. */
type HeardTable = {
  account_id: number
  /** `YYYY-MM-DD`, by the device's calendar. */
  day: string
  file_id: number
  /** Chosen by the device; kept when the device is forgotten. */
  device_id: string
  first_at_ms: number
  last_at_ms: number
  /** Seconds of the recording, at whatever speed. */
  heard_seconds: number
  /** The position at the end; 0 if played to the end. */
  seconds: number
  duration_seconds: number | null
}

/** A podcast feed that a member made, of a playlist or of a work. */
type PodcastFeedTable = {
  id: Generated<number>
  account_id: number
  playlist_id: string | null
  work_id: number | null
  /** SHA-256 in base64url. */
  secret_hash: string
  /** Encrypted with a key that is not in the database. */
  sealed_secret: string
  /** Valid while it equals the account's. */
  session_version: number
  created_at_ms: number
  last_fetched_at_ms: number | null
  last_fetched_by: string | null
}

/** A password that a member gave to an app. */
type AppPasswordTable = {
  id: Generated<number>
  account_id: number
  name: string
  /** SHA-256 in base64url. */
  secret_hash: string
  /** Encrypted with a key that is not in the database. */
  sealed_secret: string
  /** Valid while it equals the account's. */
  session_version: number
  created_at_ms: number
  last_used_at_ms: number | null
  last_used_by: string | null
}

/** A recording or artist that a member has starred in an app; `item` is its id there. */
type StarredItemTable = { account_id: number; item: string; starred_at_ms: number }

/** A member's playlist of recordings, made in an app. */
type SongPlaylistTable = {
  /** A UUID. */
  id: string
  account_id: number
  name: string
  comment: string
  is_public: Bit
  created_at_ms: number
  changed_at_ms: number
}

/** `position` counts from 0. */
type SongPlaylistSongTable = { song_playlist_id: string; position: number; file_id: number }

/** What a member's app was playing, for the next one. */
type PlayQueueTable = {
  account_id: number
  /** An array of file ids. */
  file_ids: JsonText
  current_index: number | null
  position_ms: number
  changed_at_ms: number
  changed_by: string
}

/** A member's choices about the history; without a row it is on. */
type HistoryChoiceTable = {
  account_id: number
  is_on: Bit
  /** What was heard until then is not stored; 0: never cleared. */
  cleared_at_ms: number
}

/** Works that a member does not want to continue, unless they are played again after that. */
type PutAsideTable = { account_id: number; work_id: number; at_ms: number }

/** A member's rating, review and progress for a work. */
export type ReviewTable = {
  account_id: number
  work_id: number
  /** 1 to 5 stars. */
  rating: number | null
  review_text: string | null
  progress: 'marked' | 'listening' | 'listened' | 'replay' | 'postponed' | null
  /** Set by listening, not chosen by the member. */
  is_progress_automatic: Generated<Bit>
  created_at_ms: number
  updated_at_ms: number
}

/** Totals of members' ratings of a work. */
type MemberRatingTable = {
  work_id: number
  /** Counts for 1 to 5 stars: `[0,0,1,0,2]`. */
  stars: JsonText
  /** Number of written reviews. */
  review_count: number
}

/** A member's vote for or against a work's tag. */
type TagVoteTable = {
  account_id: number
  work_id: number
  tag_id: number
  /** 1: for, 2: against. */
  vote: 1 | 2
  /** When the member first voted on it. */
  voted_at_ms: number
}

/** A circle, tag or voice actor that was merged into another one. */
type MergedNameTable = {
  kind: Exclude<CatalogueChangeTable['kind'], 'work'>
  id: string
  /** Never merged itself. */
  into_id: string
}

/** A work's links of one kind as its metadata has them, where a merge replaced some. */
type UnmergedLinkTable = {
  work_id: number
  kind: MergedNameTable['kind']
  /** In order, separated by commas: `5,7`, of staff `music:UUID`. */
  links: string
}

/** A rename or merge of names. */
type NameChangeTable = {
  id: Generated<number>
  kind: MergedNameTable['kind']
  action: 'merge' | 'rename' | 'undo'
  /** Each name's fields before and after: `ChangeData` in `features/name-editing`. */
  data: JsonText
  /** null: the server's own token, or the account was deleted. */
  account_id: number | null
  /** The name of an editor without an account. */
  other_editor: string | null
  made_at_ms: number
  undoes: number | null
}

/** A change of many works at once, which a job makes. */
type SelectionEditTable = {
  id: Generated<number>
  /** `SelectionChange` of the contract; null: undoes another one. */
  change: JsonText | null
  state: 'running' | 'done' | 'cancelled' | 'failed'
  /** Numbers of works: all, those processed, and of these the changed and those that could not be changed. */
  total: number
  done: number
  changed: number
  failed: number
  /** null: the server's own token, or the account was deleted. */
  account_id: number | null
  /** The name of an editor without an account. */
  other_editor: string | null
  made_at_ms: number
  undoes: number | null
  /** `[1, 2]` */
  work_ids: JsonText
}

/** The edit of one work in a change of many. */
type SelectionEditWorkTable = { selection_edit_id: number; work_id: number; edit_id: number }

/** Why a change of many left a work unchanged. */
type SelectionEditFailureTable = { selection_edit_id: number; work_id: number; reason: SelectionFailure }

/** A reported problem with a work. */
type FeedbackTable = {
  id: Generated<number>
  work_id: number
  /** null: none, or the file was deleted. */
  file_id: number | null
  /** null: not logged in. */
  account_id: number | null
  category: FeedbackCategory
  detail: string
  created_at_ms: number
  /** When it was resolved. */
  done_at_ms: number | null
}

/** A listener's progress in a work, and opinion of it. */
export type ListeningTable = {
  /** A UUID of a device or an account; or a hash for a client without one. */
  listener: string
  work_id: number
  /** A bit for each milestone; see `milestones.ts`. */
  milestones: number
  opinion: -1 | 0 | 1
  /** A hash of the network; null: the account's own listener. */
  network: string | null
  /** By the database's clock, which all processes share. */
  first_at_ms: number
  last_at_ms: number
}

/** Listeners with deleted rows, for processes that follow changes. */
type ListeningRemovedTable = { listener: string; at_ms: number }

export type PlaylistTable = {
  /** UUID */
  id: string
  account_id: number
  /** The two system playlists that every member has. */
  system_kind: 'liked' | 'marked' | null
  name: string
  description: string
  /** 0: private; 1: by address; 2: public. */
  privacy: 0 | 1 | 2
  locale: string
  created_at_ms: number
  updated_at_ms: number
}

/** Ordered by `place`, or by the id if that is null. */
type PlaylistWorkTable = {
  id: Generated<number>
  playlist_id: string
  work_id: number
  added_at_ms: number
  /** Position in the list if it differs from the id: a restored work. */
  place: ColumnType<number | null, number | null | undefined, number | null>
}
type PlaylistLikeTable = { account_id: number; playlist_id: string; liked_at_ms: number }

/** A write that a device named by a key; see `write-once.ts`. */
type KeyedWriteTable = {
  account_id: number
  key: string
  digest: string
  /** What it returned. */
  outcome: JsonText
  at_ms: number
}

/** A file in which a server keeps its read model, which has been written after all that is in the file. */
type ReadModelFileTable = { id: string; made_at_ms: number }

/** What a member brought along from elsewhere, once for each row there. */
export type MovedInTable = {
  account_id: number
  /** `account`: the account itself, by its name there, without a work (0). */
  kind: 'mark' | 'position' | 'heard' | 'listed' | 'vote' | 'account'
  work_id: number
  /** What else tells rows of a kind apart, such as the playlist's name; may be empty. */
  key: string
  /** When the row was last changed there. */
  at_ms: number
  /** The row as JSON, while it waits for its work; null: taken over. */
  data: JsonText | null
}

export type Tables = {
  circle: CircleTable
  series: SeriesTable
  staff: StaffTable
  tag: TagTable
  voice_actor: VoiceActorTable
  work: WorkTable
  work_tag: WorkTagTable
  work_staff: WorkStaffTable
  work_voice_actor: WorkVoiceActorTable
  file: FileTable
  imported_metadata: ImportedMetadataTable
  provided_metadata: ProvidedMetadataTable
  folder_metadata: FolderMetadataTable
  work_edit: WorkEditTable
  work_edit_history: WorkEditHistoryTable
  folder_identity: FolderIdentityTable
  codeless_folder: CodelessFolderTable
  moved_work: MovedWorkTable
  library_folder: LibraryFolderTable
  scan_run: ScanRunTable
  scan_problem: ScanProblemTable
  lease: LeaseTable
  catalogue_change: CatalogueChangeTable
  job: JobTable
  sound: SoundTable
  subtitle_text: SubtitleTextTable
  subtitle_postings: SubtitlePostingsTable
  subtitle_index: SubtitleIndexTable
  account: AccountTable
  security_event: SecurityEventTable
  known_network: KnownNetworkTable
  email_verification: EmailVerificationTable
  server_setting: ServerSettingTable
  device: DeviceTable
  place: PlaceTable
  heard: HeardTable
  history_choice: HistoryChoiceTable
  put_aside: PutAsideTable
  app_password: AppPasswordTable
  podcast_feed: PodcastFeedTable
  starred_item: StarredItemTable
  song_playlist: SongPlaylistTable
  song_playlist_song: SongPlaylistSongTable
  play_queue: PlayQueueTable
  review: ReviewTable
  member_rating: MemberRatingTable
  tag_vote: TagVoteTable
  merged_name: MergedNameTable
  unmerged_link: UnmergedLinkTable
  /** Votes on tags that were merged into others, as they were. */
  unmerged_vote: TagVoteTable
  name_change: NameChangeTable
  selection_edit: SelectionEditTable
  selection_edit_work: SelectionEditWorkTable
  selection_edit_failure: SelectionEditFailureTable
  feedback: FeedbackTable
  listening: ListeningTable
  listening_removed: ListeningRemovedTable
  playlist: PlaylistTable
  playlist_work: PlaylistWorkTable
  playlist_like: PlaylistLikeTable
  moved_in: MovedInTable
  keyed_write: KeyedWriteTable
  read_model_file: ReadModelFileTable
}
