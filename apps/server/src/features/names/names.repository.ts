import type { CountedCircle, CountedTag, CountedVoiceActor } from '@otodana/contract'

import type { Database } from '#db/open.ts'

/** Something that works are listed by, without how many there are. */
export type Named<T> = Omit<T, 'count'>

export type NameRepository = {
  /** All there are, with works or without, by name. */
  circles(): Promise<Named<CountedCircle>[]>
  tags(): Promise<Named<CountedTag>[]>
  voiceActors(): Promise<Named<CountedVoiceActor>[]>
}

/** Circles' codes are those of this store. */
const SOURCE_TYPE = 'DLSITE'

export function createNameRepository({ read }: Database): NameRepository {
  return {
    async circles() {
      const rows = await read.selectFrom('circle').select(['id', 'name', 'code']).orderBy('name_key').execute()
      return rows.map(({ id, name, code }) => ({ id, name, source_id: code, source_type: SOURCE_TYPE }))
    },

    async tags() {
      const rows = await read.selectFrom('tag').select(['id', 'name', 'i18n']).orderBy('name_key').execute()
      return rows.map(({ id, name, i18n }) => ({ id, name, i18n: JSON.parse(i18n) as CountedTag['i18n'] }))
    },

    voiceActors: () => read.selectFrom('voice_actor').select(['id', 'name']).orderBy('name_key').execute(),
  }
}
