import { coverPath, type SubtitleMatch, type SubtitlePage, type SubtitleWork } from '@otodana/contract'

import { searchTerms } from './search-terms.ts'
import type { FoundFile } from './look-into.ts'
import type { SearchIndex } from './search-index.ts'
import type { FoundInWork, SubtitleQuery } from './search-types.ts'
import type { FoundWork, SubtitleIndexRepository } from './subtitle-index.repository.ts'

type Deps = { searches: SearchIndex; repository: SubtitleIndexRepository }

/** Returns the response to a search; null if there is no such work. */
export async function answerSearch(
  { searches, repository }: Deps,
  asked: SubtitleQuery,
  signal: AbortSignal,
): Promise<SubtitlePage | null> {
  const { workId, scope, page, pageSize, siteUrl, index } = asked
  const { terms, ignored } = searchTerms(asked.query)
  if (workId !== null && !(await repository.works([workId])).has(workId)) return null
  let found = await find()
  let works = await worksOf(found.works)
  if (works.size < found.works.length) {
    // Some were deleted since the files were listed, so they are skipped.
    searches.reload()
    found = await find()
    works = await worksOf(found.works)
  }
  const audioIds = found.works.flatMap(({ files }) => files.flatMap(({ audioFileId }) => audioFileId ?? []))
  const audio = await repository.audio([...new Set(audioIds)])
  return {
    works: found.works.flatMap((one) => {
      const work = works.get(one.workId)
      return work ? [toWork(work, one, audio, siteUrl)] : []
    }),
    pagination: { currentPage: page, page, pageSize, totalCount: found.total },
    isExact: found.isExact,
    isPartial: found.isPartial,
    ignored,
    index,
  }

  function worksOf(found: readonly FoundInWork[]) {
    return repository.works(found.map(({ workId }) => workId))
  }

  async function find() {
    if (terms.length === 0) return { works: [], total: 0, isExact: true, isPartial: false }
    if (workId === null) return searches.search(terms, page, pageSize, scope, signal)
    const { isPartial, ...one } = await searches.searchWork(terms, workId, signal)
    const total = one.files.length > 0 ? 1 : 0
    return { works: page === 1 && total === 1 ? [one] : [], total, isExact: !isPartial, isPartial }
  }
}

type Audio = Map<number, { path: string; durationSeconds: number | null }>

function toWork(work: FoundWork, { files, hasMore }: FoundInWork, audio: Audio, siteUrl: string): SubtitleWork {
  return {
    id: work.id,
    title: work.title,
    source_id: work.sourceId,
    source_type: work.sourceType,
    name: work.circle,
    age_category_string: work.ageCategory,
    thumbnailCoverUrl: `${siteUrl}${coverPath(work.id, '240x240')}`,
    mainCoverUrl: `${siteUrl}${coverPath(work.id, 'main')}`,
    matches: files.map((file) => toMatch(work.id, file, audio)),
    hasMore,
  }
}

function toMatch(workId: number, file: FoundFile, audio: Audio): SubtitleMatch {
  const sound = file.audioFileId === null ? undefined : audio.get(file.audioFileId)
  return {
    subtitle: { hash: `${workId}/${file.fileId}`, path: file.path },
    audio: sound ? { hash: `${workId}/${file.audioFileId}`, path: sound.path, duration: sound.durationSeconds } : null,
    lineCount: file.lineCount,
    lines: file.lines,
  }
}
