import type { Catalogue } from '@otodana/catalogue'

/** What was applied in one step. */
export type CatalogueUpdate = {
  /** Works that are new, changed or gone. */
  workIds: ReadonlySet<number>
  /** A circle, tag or voice actor that was known before has other names or another code. */
  namesChanged: boolean
  /** Everything was read anew: whatever was derived from the catalogue before counts no more. `workIds` is empty. */
  isReload: boolean
}

/** The library's read model, kept equal to the database whoever writes to it. */
export type CatalogueService = {
  /** The read model, for asking only. */
  readonly index: Catalogue
  /**
   * Applies everything that is committed by now: a write that is followed by it is seen by the next query.
   *
   * @throws {Error} when the database cannot be read; the read model keeps what it has, and catches up by itself later
   */
  catchUp(): Promise<void>
  /** Calls the listener in the same tick in which changes were applied. */
  onChange(listener: (update: CatalogueUpdate) => void): void
  /** Stops following; what is being applied is finished first. */
  close(): Promise<void>
}
