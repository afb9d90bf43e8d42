import type { Age, FeedbackCategory, MailRefusal } from '@otodana/contract'
import type { ColumnType, Generated } from 'kysely'

/** JSON is kept as text on both databases; repositories encode and decode it. */
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

export type WorkTable = {
  id: number
  source_id: string
  source_type: string
  title: string
  circle_id: number
  /** `YYYY-MM-DD`, or null when nothing tells. */
  release: string | null
  create_date: string
  /** `unrated`: nothing tells. */
  age_category: Age
  price: number
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
  /** Which of the three told the title: `sidecar`, `import` or `folder`. */
  metadata_source: string
  duration_seconds: number
  has_subtitle: Bit
  /** The image file that is the cover, or an audio file that carries one. */
  cover_file_id: number | null
  /** The library folder, absolute as configured, and the work's folder in it (`/` between names). */
  root: string
  path: string
  state: Presence
  /** A digest of the folder's listing at its last read; null when it must be read again. */
  signature: string | null
  /** Milliseconds since 1970. */
  updated_at_ms: number
}

type WorkTagTable = { work_id: number; tag_id: number; position: number }
type WorkVoiceActorTable = { work_id: number; voice_actor_id: string; position: number }

export type FileTable = {
  id: Generated<number>
  work_id: number
  /** Relative to the work's folder, `/` between names. */
  path: string
  kind: 'audio' | 'text' | 'image' | 'other'
  size_bytes: number
  mtime_ms: number
  /** Size and three sampled blocks: finds the file again after a move. */
  fingerprint: string
  duration_seconds: number | null
  /** Embedded tags: `{"title"?, "artist"?, "album"?, "albumArtist"?, "track"?}` */
  tags: JsonText | null
  has_picture: Bit
  state: Presence
  /** Why it cannot be read or played, or null. Of images, only of those that were to be the cover. */
  problem: string | null
  /** Of the scanner that read it; see `features/library/read-work.ts`. */
  read_version: Generated<number>
}

/** Metadata that came from an import file; waits for a folder with its code. */
type ImportedMetadataTable = { work_id: number; data: JsonText; imported_at_ms: number }

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

/** At most one process holds a name until its time runs out. */
type LeaseTable = { name: string; holder: string; expires_at_ms: number }

/**
 * What has changed in the catalogue, written by triggers in the transaction that changes it: nothing else inserts here.
 * How it is read differs by database; see `features/catalogue/change-log.ts`.
 */
export type CatalogueChangeTable = {
  /** SQLite: grows with each change. PostgreSQL: the number of the transaction, which reads as text. */
  seq: ColumnType<number | string, never, never>
  kind: 'work' | 'circle' | 'tag' | 'voiceActor'
  entity_id: string
  changed_at_ms: number
}

/** Work that waits for a worker or is being done; what is done is gone. See `jobs/queue.ts`. */
type JobTable = {
  id: Generated<number>
  kind: string
  /** At most one job of a kind has it; null: any number. */
  key: string | null
  data: JsonText
  /** Higher ones first. */
  priority: number
  state: 'ready' | 'running' | 'failed'
  run_at_ms: number
  attempts: number
  max_attempts: number
  /** Who runs it; `expires_at` says until when the holder counts as alive. */
  holder: string | null
  lease_until_ms: number | null
  /** 0 to 1. */
  progress: number
  error: string | null
}

/** What ffmpeg has found in a file's sound, in the state of that fingerprint. */
type SoundTable = {
  file_id: number
  fingerprint: string
  /** Base64 of the peaks; this and the next two are null when it could not be read. */
  waveform: string | null
  /** LUFS; null too when all is silent. */
  loudness: number | null
  /** dBTP */
  true_peak: number | null
  problem: string | null
}

/** What a subtitle file says, in the state of that fingerprint and time. */
type SubtitleTextTable = {
  file_id: number
  fingerprint: string
  mtime_ms: number
  /** By which rules it was matched, and the work's signature then; null while the work had none. */
  work_signature: string | null
  /** When the last line ends; 0 when the file is broken. */
  duration_seconds: number
  /** The audio that it surely belongs to; null when there is none in the work. */
  audio_file_id: number | null
  /** The numbers of its blocks of lines follow one another from here; null when the file is broken. */
  first_block: number | null
  block_count: number
  /** Packed, see `features/subtitles/packed-cues.ts`; null when the file is broken. */
  cues: Uint8Array | null
  /** Why it cannot be read, or null. */
  problem: string | null
}

/** Which blocks hold a gram, of those whose numbers lie in one chunk; see `features/subtitles/postings.ts`. */
type SubtitlePostingsTable = {
  gram: number
  chunk: number
  last_block: number
  blocks: Uint8Array
}

/** One row: how far the index of subtitles is. */
type SubtitleIndexTable = {
  id: number
  /** The current writer; former writers write nothing more. */
  writer: string
  /** The number of the next block that is stored. */
  next_block: number
  /** Blocks below are found; those from here on up to `next_block` are stored and wait. */
  indexed_to: number
  /** Grows with every change of texts. */
  version: number
}

export type AccountTable = {
  id: Generated<number>
  name: string
  /** The name folded; unique. */
  name_key: string
  /** In PHC form: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
  password_hash: string
  account_group: 'administrator' | 'user' | 'guest'
  /** Whose registration was the server's first; at most one has it. */
  is_founder: Generated<Bit>
  is_disabled: Generated<Bit>
  /** Tokens carry it; those with another one are of no use. */
  session_version: Generated<number>
  recommender_uuid: string
  /** One that was proved to be the account's. */
  email: ColumnType<string | null, string | null | undefined, string | null>
  created_at_ms: number
  last_login_at_ms: number | null
  /** Which playlist works are marked into; null, or one that is gone: the server's own. */
  mark_playlist_id: ColumnType<string | null, string | null | undefined, string | null>
}

/** What happened to accounts: the account may be gone, and what was typed may never have been one. */
export type SecurityEventTable = {
  id: Generated<number>
  kind: string
  account_id: number | null
  account_name: string
  /** Who did it, where that is not the account's owner. */
  actor_name: string | null
  /** Where the visitor came from. */
  address: string
  at_ms: number
}

/** Where an account's owner has logged in. */
type KnownNetworkTable = {
  account_id: number
  network: string
  seen_at_ms: number
}

/** A mail that a member has been asked to send. */
export type EmailVerificationTable = {
  /** Of what the client asks with. */
  verify_hash: string
  /** Of the mail's whole subject, which holds a code. */
  subject_hash: string
  purpose: 'link' | 'reset'
  /** null: there is no account of that name. */
  account_id: number | null
  /** The account's at the beginning: once its sessions have been ended, the mail counts no longer. */
  session_version: number | null
  /** Where the visitor came from. */
  address: string
  attempts: Generated<number>
  /** Why the latest mail did not count. */
  refusal: ColumnType<MailRefusal | null, MailRefusal | null | undefined, MailRefusal | null>
  /** From which the mail has come. */
  email: ColumnType<string | null, string | null | undefined, string | null>
  expires_at_ms: number
}

/** What administrators have set while the server runs; values are JSON. */
type ServerSettingTable = { name: string; value: JsonText }

/** One that a member listens on. */
type DeviceTable = {
  account_id: number
  /** The device's own. */
  id: string
  name: string
  seen_at_ms: number
}

/** Where a member left a file on a device. */
type PlaceTable = {
  account_id: number
  device_id: string
  file_id: number
  /** 0 when it was heard to its end. */
  seconds: number
  at_ms: number
}

/** A member's rating, review and progress for a work. */
export type ReviewTable = {
  account_id: number
  work_id: number
  /** 1 to 5 stars. */
  rating: number | null
  review_text: string | null
  progress: 'marked' | 'listening' | 'listened' | 'replay' | 'postponed' | null
  created_at_ms: number
  updated_at_ms: number
}

/** What members' reviews of a work add up to. */
type MemberRatingTable = {
  work_id: number
  /** Counts for 1 to 5 stars: `[0,0,1,0,2]`. */
  stars: JsonText
  /** How many wrote something. */
  review_count: number
}

/** What a member says of a tag on a work. */
type TagVoteTable = {
  account_id: number
  work_id: number
  tag_id: number
  /** 1: for it, 2: against it. */
  vote: 1 | 2
  /** When the member voted on it first. */
  voted_at_ms: number
}

/** A reported problem with a work. */
type FeedbackTable = {
  id: Generated<number>
  work_id: number
  /** The file it is about; null: none, or one that is gone. */
  file_id: number | null
  /** Who sent it; null: not logged in. */
  account_id: number | null
  category: FeedbackCategory
  detail: string
  created_at_ms: number
  /** When an administrator was done with it. */
  done_at_ms: number | null
}

/** How far a listener has listened to a work, and the judgement of it. */
export type ListeningTable = {
  /** A UUID that a device or an account has; or what stands for one, which is none. */
  listener: string
  work_id: number
  /** A bit for each milestone; see `milestones.ts`. */
  milestones: number
  opinion: -1 | 0 | 1
  /** Stands for the network that told it, of which it says nothing; null: the account did whose listener it is. */
  network: string | null
  /** By the database's clock, which all processes share. */
  first_at_ms: number
  last_at_ms: number
}

/** Listeners some of whose rows are gone, for those who follow what has changed. */
type ListeningRemovedTable = { listener: string; at_ms: number }

export type PlaylistTable = {
  /** UUID */
  id: string
  account_id: number
  /** Of the two that everybody has. */
  system_kind: 'liked' | 'marked' | null
  name: string
  description: string
  /** 0: the owner only; 1: by address; 2: public. */
  privacy: 0 | 1 | 2
  locale: string
  created_at_ms: number
  updated_at_ms: number
}

/** In the order of `place`, or of the id where that is null. */
type PlaylistWorkTable = {
  id: Generated<number>
  playlist_id: string
  work_id: number
  added_at_ms: number
  /** Where it stands in the list, if that is not its id: a work that was put back. */
  place: ColumnType<number | null, number | null | undefined, number | null>
}
type PlaylistLikeTable = { account_id: number; playlist_id: string; liked_at_ms: number }

export type Tables = {
  circle: CircleTable
  tag: TagTable
  voice_actor: VoiceActorTable
  work: WorkTable
  work_tag: WorkTagTable
  work_voice_actor: WorkVoiceActorTable
  file: FileTable
  imported_metadata: ImportedMetadataTable
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
  review: ReviewTable
  member_rating: MemberRatingTable
  tag_vote: TagVoteTable
  feedback: FeedbackTable
  listening: ListeningTable
  listening_removed: ListeningRemovedTable
  playlist: PlaylistTable
  playlist_work: PlaylistWorkTable
  playlist_like: PlaylistLikeTable
}
