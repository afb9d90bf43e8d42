import { readdirSync } from 'node:fs'
import { type OutgoingHttpHeaders, request } from 'node:http'

import type { ImportReport, Work } from '@otodana/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call } from '../../../test/accounts.ts'
import { dialects, openTestDatabase, type TestDatabase } from '../../../test/databases.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { aWav } from '../../../test/work-folders.ts'

const wav = aWav({ seconds: 1 })
const RAIN = 'RJ01230001'
const BELLS = 'RJ01230002'
const chunk = Buffer.alloc(1024 * 1024, ' ')

describe.each(dialects)('import and export over HTTP, on %s', (dialect) => {
  let library: TestLibrary
  let database: TestDatabase
  let app: TestApp
  let token: string

  beforeEach(async () => {
    const sidecar = ['title: 雨やどり', 'circle: 月影工房', 'tags: [雨音, {name: 囁き, en: Whisper}]', 'age: general']
    library = aLibrary({
      [`${RAIN}/01.wav`]: wav,
      [`${RAIN}/otodana.yaml`]: [...sidecar, 'rating: {count: 3, average: 4.5}', 'dl_count: 12'].join('\n'),
      [`${BELLS} 夕暮れの鐘/01.wav`]: wav,
    })
    database = await openTestDatabase(dialect)
    app = await startApp({ libraryDirs: [library.dir], database, dialect })
    token = (await aMember(app, 'the-admin')).token
  })
  afterEach(async () => {
    await app.close()
    await database.remove()
    library.remove()
  })

  const work = async (id: number) => (await call<Work>(app, 'GET', `/api/workInfo/${id}`)).body
  const send = (body: string | Uint8Array<ArrayBuffer>, query = '', type = 'application/x-ndjson') =>
    fetch(`${app.url}/api/admin/metadata/import${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body,
    })
  /** Sends until it is answered, like a client that does not know the limit. */
  const refusedUpload = (framing: OutgoingHttpHeaders) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson', ...framing }
      const sent = request(`${app.url}/api/admin/metadata/import`, { method: 'POST', headers })
      const goOn = () => void sent.write(chunk, () => sent.destroyed || setImmediate(goOn))
      sent.on('error', reject)
      sent.on('response', ({ statusCode = 0 }) => {
        sent.off('error', reject).on('error', () => {})
        sent.destroy()
        resolve(statusCode)
      })
      goOn()
    })
  const report = async (body: string | Uint8Array<ArrayBuffer>, query = '') =>
    (await (await send(body, query)).json()) as ImportReport
  const download = async (missing = '') => {
    const headers = { authorization: `Bearer ${token}` }
    return fetch(`${app.url}/api/admin/metadata/export?missing=${missing}`, { headers })
  }
  const lines = async (missing = '') => (await (await download(missing)).text()).trimEnd().split('\n')
  const imported = () => database.read.selectFrom('imported_metadata').select('work_id').execute()

  test('META-41 a file is checked first, says what it would do, and is imported as a whole', async () => {
    const file = [
      { code: RAIN, title: 'never seen', price: 660 },
      { code: BELLS, title: 'Bells at dusk' },
      { code: 'RJ01239999', title: 'not there yet' },
    ]
    const text = file.map((line) => JSON.stringify(line)).join('\n')
    expect(await report(text, '?check=1')).toMatchObject({ works: 3, applied: 2, waiting: 1, problemCount: 0 })
    expect(await imported()).toEqual([])
    expect(await report(text)).toMatchObject({ works: 3, applied: 2, waiting: 1, unchanged: 0 })
    expect(await work(1_230_001)).toMatchObject({ title: '雨やどり', price: 660 })
    expect(await work(1_230_002)).toMatchObject({ title: 'Bells at dusk' })
    const events = await call<{ events: { kind: string }[] }>(app, 'GET', '/api/admin/security-events', { token })
    expect(events.body.events[0]?.kind).toBe('metadataImported')
    expect(readdirSync(app.config.dataDir).filter((name) => name.startsWith('.upload'))).toEqual([])
  })

  test('META-41 problems name line and field, and nothing is imported', async () => {
    const text = `{"code":"${RAIN}","title":"fine"}\n{"code":"${BELLS}","titel":1}\n{"code":"../../etc/passwd"}\nno json`
    const { problems, ...rest } = await report(text)
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [2, ''],
      [3, 'code'],
      [4, ''],
    ])
    expect(rest).toMatchObject({ problemCount: 3, applied: 0 })
    expect(await imported()).toEqual([])
    const utf16 = Buffer.from(`\uFEFF{"code":"${RAIN}"}`, 'utf16le')
    expect((await report(new Uint8Array(utf16))).problems).toEqual([
      { line: 1, field: '', message: 'is not UTF-8 text' },
    ])
  })

  test('META-42 an upload that is too large or of another type is refused and leaves nothing', async () => {
    expect((await send('{}', '', 'application/json')).status).toBe(415)
    expect((await send('code;title', '', 'text/csv')).status).toBe(415)
    // With a length, and without one, in chunks.
    expect(await refusedUpload({ 'content-length': String(1024 ** 3) })).toBe(413)
    expect(await refusedUpload({ 'transfer-encoding': 'chunked' })).toBe(413)
    expect(await report('')).toMatchObject({ works: 0, problemCount: 0 })
    expect(readdirSync(app.config.dataDir).filter((name) => name.startsWith('.upload'))).toEqual([])
  })

  test('META-43 an export has all that is known, and importing it again changes nothing', async () => {
    const answer = await download()
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('otodana-works.jsonl')
    const text = await answer.text()
    const [rain, bells] = text.split('\n')
    const { create_date: added, ...fields } = JSON.parse(rain ?? '') as Record<string, unknown>
    expect(added).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(fields).toEqual({
      code: RAIN,
      title: '雨やどり',
      circle: { name: '月影工房' },
      tags: [{ name: '雨音' }, { name: '囁き', en: 'Whisper' }],
      age: 'general',
      rating: { count: 3, average: 4.5 },
      dl_count: 12,
    })
    expect(JSON.parse(bells ?? '')).toMatchObject({ code: BELLS, title: '夕暮れの鐘' })
    const before = [await work(1_230_001), await work(1_230_002)]
    expect(await report(text)).toMatchObject({ works: 2, applied: 2, waiting: 0, unchanged: 2 })
    expect(await imported()).toEqual([])
    expect([await work(1_230_001), await work(1_230_002)]).toEqual(before)
  })

  test('META-44 a skeleton has the works that lack something, with these fields empty', async () => {
    expect((await lines('circle,tags')).map((line) => JSON.parse(line) as unknown)).toEqual([
      { code: BELLS, about: '夕暮れの鐘', circle: null, tags: null },
    ])
    expect((await lines('release')).length).toBe(2)
    expect((await lines('age')).length).toBe(1)
    const skeleton = (await lines('circle')).join('\n')
    expect(await report(skeleton)).toMatchObject({ unchanged: 1, problemCount: 0 })
    expect(await report(skeleton.replace('"circle":null', '"circle":"鐘の音"'))).toMatchObject({ unchanged: 0 })
    expect((await work(1_230_002)).name).toBe('鐘の音')
    expect(await lines('circle')).toEqual([''])
    expect((await download('circle,price')).status).toBe(400)
  })
})
