import type { PlaylistPrivacy, Progress, TagVote } from '@otodana/contract'

/** What the list of unsent changes shows of a work or playlist, by the name of that time. */
type WorkName = { id: number; title: string }
type PlaylistName = { id: string; name: string }

/** Fields of a review as the API has them; null: none. */
export type ReviewFields = {
  rating?: number | null
  review_text?: string | null
  progress?: Progress | null
}

/** A member's vote on a tag. */
export type VoteFields = { vote?: TagVote }

export type MetadataFields = { name?: string; description?: string; privacy?: PlaylistPrivacy }

/** The works directly before and after one in a playlist, as far as known; null: none. */
export type Beside = { before?: number | null | undefined; after?: number | null | undefined }

/** Replaces fields, which `base` has as the member saw them. */
type ReviewWrite = { kind: 'review'; work: WorkName; change: ReviewFields; base: ReviewFields }
type MetadataWrite = {
  kind: 'metadata'
  playlist: PlaylistName
  change: MetadataFields
  base: MetadataFields
}
/** What listening says of the progress, where the member has chosen none. */
type ListenedWrite = { kind: 'listened'; work: WorkName; progress: 'listening' | 'listened' }
type TagName = { id: number; name: string }
type VoteWrite = { kind: 'vote'; work: WorkName; tag: TagName; change: VoteFields; base: VoteFields }
/** Adds tags that the work does not have, and votes for them. */
type TagsWrite = { kind: 'tags'; work: WorkName; tags: readonly TagName[] }
/** Removes what was heard of a work on a day. */
type UnheardWrite = { kind: 'unheard'; work: WorkName; day: string }
/** With what the member saw of it. */
type DeletionWrite = { kind: 'deletion'; playlist: PlaylistName; base: { name: string; works_count: number } }
type MembershipWrite = {
  kind: 'membership'
  playlist: PlaylistName
  work: WorkName
  isIn: boolean
  /** Its former place, to restore it there. */
  place?: number
}
type MoveWrite = { kind: 'move'; playlist: PlaylistName; work: WorkName; position: number; base: Beside }
type LikeWrite = { kind: 'like'; playlist: PlaylistName; isLiked: boolean }
type CreationWrite = {
  kind: 'creation'
  details: { name: string; description: string; privacy: PlaylistPrivacy; locale: string }
  /** Codes. */
  works: readonly string[]
}

/** A change of a member's data that can wait on this device. */
export type Write =
  | ReviewWrite
  | MetadataWrite
  | ListenedWrite
  | MembershipWrite
  | MoveWrite
  | LikeWrite
  | CreationWrite
  | DeletionWrite
  | VoteWrite
  | TagsWrite
  | UnheardWrite

export type FieldWrite = ReviewWrite | MetadataWrite | VoteWrite

/** Writes of one subject are sent in the order in which they were made, even where one is tried at once. */
export function subjectOf(write: Write): string {
  switch (write.kind) {
    case 'review':
    case 'listened':
      return `work ${write.work.id}`
    case 'membership':
    case 'move':
      return `works of ${write.playlist.id}`
    case 'metadata':
      return `metadata of ${write.playlist.id}`
    case 'like':
      return `like of ${write.playlist.id}`
    case 'creation':
      return 'creation'
    case 'deletion':
      return `playlist ${write.playlist.id}`
    case 'vote':
    case 'tags':
      return `tags of ${write.work.id}`
    case 'unheard':
      return `history ${write.day} ${write.work.id}`
  }
}

/** Whether one of two writes must not overtake the other. */
export function isBehind(write: Write, other: Write): boolean {
  if (subjectOf(write) === subjectOf(other)) return true
  const isDeletion = write.kind === 'deletion' || other.kind === 'deletion'
  return isDeletion && 'playlist' in write && 'playlist' in other && write.playlist.id === other.playlist.id
}

export function isFieldWrite(write: Write): write is FieldWrite {
  return write.kind === 'review' || write.kind === 'metadata' || write.kind === 'vote'
}
