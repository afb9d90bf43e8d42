import type { CountedCircle, CountedTag, CountedVoiceActor } from '@otodana/contract'

import type { Database } from '#db/open.ts'

/** A circle, tag or voice actor without its count. */
export type Named<T> = Omit<T, 'count'>

export type NameRepository = {
  /** All, with or without works, by name. */
  circles(): Promise<Named<CountedCircle>[]>
  tags(): Promise<Named<CountedTag>[]>
  voiceActors(): Promise<Named<CountedVoiceActor>[]>
  findCircle(id: number): Promise<Named<CountedCircle> | null>
  findTag(id: number): Promise<Named<CountedTag> | null>
  findVoiceActor(id: string): Promise<Named<CountedVoiceActor> | null>
}

/** The storefront that circles' codes belong to. */
const SOURCE_TYPE = 'DLSITE'

export function createNameRepository({ read }: Database): NameRepository {
  const circles = read.selectFrom('circle').select(['id', 'name', 'code'])
  const tags = read.selectFrom('tag').select(['id', 'name', 'i18n'])
  const voiceActors = read.selectFrom('voice_actor').select(['id', 'name'])
  return {
    circles: async () => (await circles.orderBy('name_key').execute()).map(toCircle),
    tags: async () => (await tags.orderBy('name_key').execute()).map(toTag),
    voiceActors: () => voiceActors.orderBy('name_key').execute(),

    async findCircle(id) {
      const row = await circles.where('id', '=', id).executeTakeFirst()
      return row ? toCircle(row) : null
    },
    async findTag(id) {
      const row = await tags.where('id', '=', id).executeTakeFirst()
      return row ? toTag(row) : null
    },
    async findVoiceActor(id) {
      return (await voiceActors.where('id', '=', id).executeTakeFirst()) ?? null
    },
  }
}

function toCircle({ id, name, code }: { id: number; name: string; code: string }): Named<CountedCircle> {
  return { id, name, source_id: code, source_type: SOURCE_TYPE }
}

function toTag({ id, name, i18n }: { id: number; name: string; i18n: string }): Named<CountedTag> {
  return { id, name, i18n: JSON.parse(i18n) as CountedTag['i18n'] }
}
