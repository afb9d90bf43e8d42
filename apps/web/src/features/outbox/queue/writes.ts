import type { PlaylistPrivacy, Progress } from '@otodana/contract'

/** What the list of unsent changes shows of a work or playlist, by the name of that time. */
type WorkName = { id: number; title: string }
type PlaylistName = { id: string; name: string }

/** Fields of a review as the API has them; null: none. */
export type ReviewFields = {
  rating?: number | null
  review_text?: string | null
  progress?: Progress | null
}

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

export type FieldWrite = ReviewWrite | MetadataWrite

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
  }
}

export function isFieldWrite(write: Write): write is FieldWrite {
  return write.kind === 'review' || write.kind === 'metadata'
}
