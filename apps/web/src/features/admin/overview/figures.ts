import type { Pagination, ScanProblem, ServerStatus } from '@otodana/contract'

/** A duration in its two largest units. */
export type Span =
  | { unit: 'days'; days: number; hours: number }
  | { unit: 'hours'; hours: number; minutes: number }
  | { unit: 'minutes'; minutes: number; seconds: number }
  | { unit: 'seconds'; seconds: number }

export function spanOf(durationSeconds: number): Span {
  const total = Math.max(0, Math.round(durationSeconds))
  const [days, hours, minutes, seconds] = [
    Math.floor(total / 86_400),
    Math.floor(total / 3_600) % 24,
    Math.floor(total / 60) % 60,
    total % 60,
  ]
  if (days > 0) return { unit: 'days', days, hours }
  if (hours > 0) return { unit: 'hours', hours, minutes }
  return minutes > 0 ? { unit: 'minutes', minutes, seconds } : { unit: 'seconds', seconds }
}

type Disk = ServerStatus['disks'][number]

/** A disk is nearly full with less than a twentieth left, unless that is still much, or with less than a gigabyte. */
const LOW_SHARE = 0.05
const MUCH_BYTES = 20_000_000_000
const LITTLE_BYTES = 1_000_000_000

export type DiskState =
  | { isThere: false }
  | { isThere: true; freeBytes: number; totalBytes: number; usedPercent: number; isLow: boolean }

/** Returns a disk's state. An unavailable one is not empty. */
export function diskState({ freeBytes, totalBytes }: Pick<Disk, 'freeBytes' | 'totalBytes'>): DiskState {
  if (freeBytes === null || totalBytes === null || totalBytes <= 0) return { isThere: false }
  const usedPercent = Math.round(Math.min(1, Math.max(0, 1 - freeBytes / totalBytes)) * 100)
  const isLow = freeBytes < LITTLE_BYTES || (freeBytes < totalBytes * LOW_SHARE && freeBytes < MUCH_BYTES)
  return { isThere: true, freeBytes, totalBytes, usedPercent, isLow }
}

export type JobRow = { kind: string } & Record<'ready' | 'running' | 'failed', number>

/** Counts jobs by kind and state. */
export function jobRows(jobs: ServerStatus['jobs']): JobRow[] {
  const rows = new Map<string, JobRow>()
  for (const { kind, state, count } of jobs) {
    const row = rows.get(kind) ?? { kind, ready: 0, running: 0, failed: 0 }
    rows.set(kind, { ...row, [state]: row[state] + count })
  }
  return [...rows.values()]
}

export type ProblemGroup = { kind: ScanProblem['kind']; problems: ScanProblem[] }

/** Most urgent first: whole folders, then single works, then single files. */
const urgency: readonly ScanProblem['kind'][] = [
  'rootUnavailable',
  'manyMissing',
  'unreadableFolder',
  'duplicateCode',
  'archive',
  'noCode',
  'looseAudio',
  'outsideLibrary',
  'tooManyFiles',
  'tooDeep',
  'badSidecar',
  'badCueSheet',
  'unreadableFile',
  'brokenMedia',
  'badCover',
]

/** Groups problems by kind, most urgent first. */
export function problemGroups(problems: readonly ScanProblem[]): ProblemGroup[] {
  const kinds = [...new Set(problems.map(({ kind }) => kind))]
  return kinds
    .map((kind) => ({ kind, problems: problems.filter((problem) => problem.kind === kind) }))
    .sort((a, b) => urgency.indexOf(a.kind) - urgency.indexOf(b.kind))
}

/** Returns the number of the last page; 1 for an empty list. */
export function lastPage({ totalCount, pageSize }: Pick<Pagination, 'totalCount' | 'pageSize'>): number {
  return Math.max(1, Math.ceil(totalCount / pageSize))
}
