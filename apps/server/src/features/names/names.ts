import type {
  CountedCircle,
  CountedSeries,
  CountedStaff,
  CountedTag,
  CountedVoiceActor,
  FormerNames,
} from '@otodana/contract'

import type { CatalogueService } from '#features/catalogue/index.ts'

import { createNameList, type NameList } from './name-list.ts'
import type { NameRepository } from './names.repository.ts'

/** Lists of names by which works can be browsed. */
export type Names = {
  circles: NameList<CountedCircle>
  tags: NameList<CountedTag>
  voiceActors: NameList<CountedVoiceActor>
  series: NameList<CountedSeries>
  staff: NameList<CountedStaff>
  former(): Promise<FormerNames>
}

export function createNames(repository: NameRepository, catalogue: CatalogueService): Names {
  const { index } = catalogue
  const version = () => index.version
  const lists: Omit<Names, 'former'> = {
    circles: createNameList({
      load: repository.circles,
      one: repository.findCircle,
      counts: () => index.circleCounts(),
      version,
    }),
    tags: createNameList({ load: repository.tags, one: repository.findTag, counts: () => index.tagCounts(), version }),
    voiceActors: createNameList({
      load: repository.voiceActors,
      one: repository.findVoiceActor,
      counts: () => index.voiceActorCounts(),
      version,
    }),
    series: createNameList({
      load: repository.series,
      one: repository.findSeries,
      counts: () => index.seriesCounts(),
      version,
    }),
    staff: createNameList({
      load: repository.staff,
      one: repository.findStaff,
      counts: () => index.staffCounts(),
      version,
    }),
  }
  let former: Promise<FormerNames> | null = null
  function readFormer(): Promise<FormerNames> {
    const reading = repository.formerNames()
    reading.catch(() => {
      if (former === reading) former = null
    })
    return reading
  }

  catalogue.onChange(({ namesChanged, isReload }) => {
    if (!namesChanged && !isReload) return
    for (const list of Object.values(lists)) list.forget()
    former = null
  })
  return { ...lists, former: () => (former ??= readFormer()) }
}
