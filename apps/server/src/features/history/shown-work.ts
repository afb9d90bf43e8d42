import type { HistoryEntry } from '@otodana/contract'

/** The columns of a work that is shown in the history. */
export const shownColumns = [
  'work.id as workId',
  'work.source_id',
  'work.source_type',
  'work.title as workTitle',
  'work.state as workState',
  'circle.name as circleName',
] as const

type ShownRow = {
  workId: number
  source_id: string
  source_type: string
  workTitle: string
  workState: 'present' | 'missing'
  circleName: string
}

export function toShownWork(row: ShownRow): HistoryEntry['work'] {
  return {
    id: row.workId,
    source_id: row.source_id,
    source_type: row.source_type,
    title: row.workTitle,
    circle: { name: row.circleName },
    isMissing: row.workState === 'missing',
  }
}

/** The file's name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
