import type { Tables } from '#db/tables.ts'

export type NameKind = Tables['merged_name']['kind']
export type NameId = number | string

/** Where the names of a kind are stored, and the links of works to them. */
type NameTables = {
  table: 'circle' | 'tag' | 'voice_actor' | 'series' | 'staff'
  links: {
    table: 'work' | 'work_tag' | 'work_voice_actor' | 'work_staff'
    workId: string
    nameId: string
    /** A column of the work itself has none. */
    position: string | null
    /** A name may be linked once in each role. */
    role: string | null
  }
  toId: (text: string) => NameId
}

export const nameKinds: Record<NameKind, NameTables> = {
  circle: {
    table: 'circle',
    links: { table: 'work', workId: 'id', nameId: 'circle_id', position: null, role: null },
    toId: Number,
  },
  tag: {
    table: 'tag',
    links: { table: 'work_tag', workId: 'work_id', nameId: 'tag_id', position: 'position', role: null },
    toId: Number,
  },
  voiceActor: {
    table: 'voice_actor',
    links: { table: 'work_voice_actor', workId: 'work_id', nameId: 'voice_actor_id', position: 'position', role: null },
    toId: String,
  },
  series: {
    table: 'series',
    links: { table: 'work', workId: 'id', nameId: 'series_id', position: null, role: null },
    toId: Number,
  },
  staff: {
    table: 'staff',
    links: { table: 'work_staff', workId: 'work_id', nameId: 'staff_id', position: 'position', role: 'role' },
    toId: String,
  },
}
