import { languagesOf, subtitleLanguages } from '@otodana/subtitles'

import type { Db } from '#db/open.ts'

import { presentSubtitles } from '../subtitle-files.ts'
import { unpackCues } from '../text/packed-cues.ts'
import type { AsWriter } from './writer-task.ts'

type Deps = { write: Db; asWriter: AsWriter; signal: AbortSignal }

/** Texts whose languages are read from the index in one transaction. */
const TEXTS_AT_ONCE = 64
/** Works compared in one statement, which takes some milliseconds. */
const WORKS_AT_ONCE = 500

/** Returns the languages of a text as the database has them. */
export function storedLanguages(cues: readonly { text: string }[] | null): string {
  return cues ? languagesOf(cues).join(' ') : ''
}

/** Brings the languages of works' subtitles up to date, after all else was indexed. Can be stopped at any time. */
export async function updateLanguages(deps: Deps): Promise<void> {
  await readMissing(deps)
  await updateWorks(deps)
}

/** Reads the languages of texts that were indexed before languages were stored. */
async function readMissing({ write, asWriter, signal }: Deps): Promise<void> {
  while (!signal.aborted) {
    const texts = await write
      .selectFrom('subtitle_text')
      .select(['file_id', 'cues'])
      .where('languages', 'is', null)
      .limit(TEXTS_AT_ONCE)
      .execute()
    if (texts.length === 0) return
    await asWriter(async (tx) => {
      for (const { file_id, cues } of texts) {
        const languages = storedLanguages(cues && unpackCues(cues))
        await tx.updateTable('subtitle_text').set({ languages }).where('file_id', '=', file_id).execute()
      }
    })
  }
}

async function updateWorks({ write, asWriter, signal }: Deps): Promise<void> {
  for (let after = -1; !signal.aborted;) {
    const works = await write
      .selectFrom('work')
      .select(['id', 'subtitle_languages'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(WORKS_AT_ONCE)
      .execute()
    if (works.length === 0) return
    const last = works.at(-1)!.id
    const files = await presentSubtitles(write)
      .select(['file.work_id', 'known.languages'])
      .distinct()
      .where('file.work_id', '>', after)
      .where('file.work_id', '<=', last)
      .where('known.languages', '<>', '')
      .execute()
    const byWork = Map.groupBy(files, ({ work_id }) => work_id)
    const changed = works.flatMap(({ id, subtitle_languages: before }) => {
      const known = new Set((byWork.get(id) ?? []).flatMap(({ languages }) => languages?.split(' ') ?? []))
      const languages = subtitleLanguages.filter((language) => known.has(language)).join(' ')
      return languages === before ? [] : [{ id, languages }]
    })
    if (changed.length > 0) {
      await asWriter(async (tx) => {
        for (const { id, languages } of changed)
          await tx.updateTable('work').set({ subtitle_languages: languages }).where('id', '=', id).execute()
      })
    }
    after = last
  }
}
