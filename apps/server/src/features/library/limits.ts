/** What one work may hold. A folder over a limit is reported and cut there; the rest of the scan goes on. */
export const limits = {
  filesPerWork: 20_000,
  /** Folders inside a work's folder. */
  depthInWork: 32,
  /** Characters of a path relative to the library folder or the work. */
  pathLength: 2_048,
  problemsPerWork: 100,
} as const

export type Limits = { readonly [K in keyof typeof limits]: number }
