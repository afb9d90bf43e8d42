import type { CountedCircle, CountedTag, CountedVoiceActor } from '@otodana/contract'

import type { Database } from '#db/open.ts'

export type NameRepository = {
  circles(): Promise<CountedCircle[]>
  tags(): Promise<CountedTag[]>
  voiceActors(): Promise<CountedVoiceActor[]>
}

/** Every storefront code is one of this store's. */
const SOURCE_TYPE = 'DLSITE'

export function createNameRepository({ read }: Database): NameRepository {
  return {
    async circles() {
      const rows = await read
        .selectFrom('circle')
        .innerJoin('work', 'work.circle_id', 'circle.id')
        .where('work.state', '=', 'present')
        .where('circle.name', '!=', '')
        .select((eb) => ['circle.id', 'circle.name', 'circle.code', eb.fn.countAll<number>().as('count')])
        .groupBy(['circle.id', 'circle.name', 'circle.code'])
        .orderBy('count', 'desc')
        .execute()
      return rows.map(({ id, name, code, count }) => ({
        id,
        name,
        source_id: code,
        source_type: SOURCE_TYPE,
        count: Number(count),
      }))
    },
    async tags() {
      const rows = await read
        .selectFrom('tag')
        .innerJoin('work_tag', 'work_tag.tag_id', 'tag.id')
        .innerJoin('work', 'work.id', 'work_tag.work_id')
        .where('work.state', '=', 'present')
        .select((eb) => ['tag.id', 'tag.name', 'tag.i18n', eb.fn.countAll<number>().as('count')])
        .groupBy(['tag.id', 'tag.name', 'tag.i18n'])
        .orderBy('count', 'desc')
        .execute()
      return rows.map(({ id, name, i18n, count }) => ({
        id,
        name,
        i18n: JSON.parse(i18n) as CountedTag['i18n'],
        count: Number(count),
      }))
    },
    async voiceActors() {
      const rows = await read
        .selectFrom('voice_actor')
        .innerJoin('work_voice_actor', 'work_voice_actor.voice_actor_id', 'voice_actor.id')
        .innerJoin('work', 'work.id', 'work_voice_actor.work_id')
        .where('work.state', '=', 'present')
        .select((eb) => ['voice_actor.id', 'voice_actor.name', eb.fn.countAll<number>().as('count')])
        .groupBy(['voice_actor.id', 'voice_actor.name'])
        .orderBy('count', 'desc')
        .execute()
      return rows.map(({ id, name, count }) => ({ id, name, count: Number(count) }))
    },
  }
}
