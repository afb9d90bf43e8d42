/** Limits for one work. A folder beyond a limit is reported and truncated; the rest of the scan continues. */
export const limits = {
  filesPerWork: 20_000,
  /** Folders within a work's folder. */
  depthInWork: 32,
  /** Characters of a path relative to the library folder or the work. */
  pathLength: 2_048,
  problemsPerWork: 100,
} as const

export type Limits = { readonly [K in keyof typeof limits]: number }
