import type { MetadataFields, ReviewFields, VoteFields, Write } from './writes.ts'

/** Fields of all kinds of writes that have them, by name. */
export type Fields = ReviewFields & MetadataFields & VoteFields

/** The answer of a server that does not accept a write. */
export type Refusal = {
  status: number
  key: string | undefined
  message: string
  details: string | undefined
}

/** A write to be added. */
export type NewWrite = {
  write: Write
  /** Its `Idempotency-Key`. */
  key: string
  /** Whether it was sent without an answer, so that the server may have it. */
  isTried: boolean
  /** When it was made, by this device's clock; only shown. */
  madeMs: number
}

/** A write that waits on this device. */
export type Waiting = NewWrite & {
  /** Increases in the order of sending. */
  id: number
  account: number
  /** Values of its fields that the server may have from this device. */
  tried: readonly Fields[]
  /** `refused` and `conflict` wait for the listener. */
  state: 'waiting' | 'refused' | 'conflict'
  refusal: Refusal | null
  /** In a conflict, what the server has. */
  present: Readonly<Record<string, unknown>> | null
}
