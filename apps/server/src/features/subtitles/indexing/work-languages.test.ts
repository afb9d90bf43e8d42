import { afterEach, describe, expect, test } from 'vitest'

import { dialects, openTestDatabase } from '../../../../test/databases.ts'
import { addSubtitleFiles, subtitleText } from '../../../../test/subtitle-rows.ts'
import { openIndexWriter } from './index-writer.ts'

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})

describe.each(dialects)('the languages of works’ subtitles on %s', { timeout: 120_000 }, (dialect) => {
  async function prepare() {
    const database = await openTestDatabase(dialect)
    opened.push(() => database.remove())
    const { write } = database
    const ids = await addSubtitleFiles(database, [
      { id: 1, files: ['a.vtt', 'b.vtt'] },
      { id: 2, files: ['c.lrc', 'd.lrc'] },
      { id: 3, files: ['e.ass'] },
    ])
    const files = await write.selectFrom('file').select(['id', 'fingerprint']).execute()
    const fingerprints = new Map(files.map(({ id, fingerprint }) => [id, fingerprint]))
    const text = (at: number, lines: readonly string[] | null) => {
      const fileId = ids[at]!
      return { ...subtitleText(fileId, lines), fingerprint: fingerprints.get(fileId)! }
    }
    const languages = async () => {
      const works = await write.selectFrom('work').select('subtitle_languages').orderBy('id').execute()
      return works.map((work) => work.subtitle_languages)
    }
    return { write, ids, text, languages }
  }

  test('I18N-06 a work has the languages of all its subtitles, until they change or are gone', async () => {
    const { write, ids, text, languages } = await prepare()
    const writer = await openIndexWriter({ read: write, write, dialect } as Parameters<typeof openIndexWriter>[0])
    await writer.store([text(0, ['窓を開けて', '雨の音です']), text(1, ['打开窗户', '听雨声'])])
    await writer.store([text(2, ['♪']), text(3, null), text(4, ['Listen to the rain.'])])
    await writer.updateLanguages()
    expect(await languages()).toEqual(['ja zh', '', 'en'])

    await write.updateTable('file').set({ state: 'missing' }).where('id', '=', ids[0]!).execute()
    await write.deleteFrom('subtitle_text').where('file_id', '=', ids[4]!).execute()
    await writer.updateLanguages()
    expect(await languages()).toEqual(['zh', '', ''])
  })

  test('I18N-06 languages of texts that an older version indexed are read from the index, and announced once', async () => {
    const { write, text, languages } = await prepare()
    const writer = await openIndexWriter({ read: write, write, dialect } as Parameters<typeof openIndexWriter>[0])
    await writer.store([text(0, ['窓を開けて']), text(2, null)])
    await write.updateTable('subtitle_text').set({ languages: null }).execute()
    const changes = () => write.selectFrom('catalogue_change').select('entity_id').execute()
    await write.deleteFrom('catalogue_change').execute()
    await writer.updateLanguages()
    expect(await languages()).toEqual(['ja', '', ''])
    expect(await changes()).toEqual([{ entity_id: '1' }])
    await write.deleteFrom('catalogue_change').execute()
    await writer.updateLanguages()
    expect(await changes()).toEqual([])
  })
})
