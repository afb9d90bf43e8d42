import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { aKikoeru, aKikoeruWork, forkTables, type Kikoeru, kikoeruHash, SECRET } from '../../../../test/a-kikoeru.ts'
import { dialects, openTestDatabase, type TestDatabase } from '../../../../test/databases.ts'
import { aWorkRow } from '../../../../test/work-rows.ts'
import { readConfig } from '../../../config.ts'
import { listKeptFiles } from '../../../data-dir/kept-files.ts'
import { importKikoeru, readKikoeruArguments } from '../../../import-kikoeru.ts'
import {
  createAccountRepository,
  createMovedAccounts,
  createPasswords,
  openAccountAdmin,
} from '../../accounts/index.ts'
import { mergeWaiting } from '../index.ts'

describe.each(dialects)('moving in from kikoeru, on %s', (dialect) => {
  let db: TestDatabase
  let kikoeru: Kikoeru
  let dataDir: string
  beforeEach(async () => {
    db = await openTestDatabase(dialect)
    kikoeru = aKikoeru()
    dataDir = mkdtempSync(join(tmpdir(), 'otodana-moving-'))
    await addAccount('the-owner')
    await db.write.insertInto('circle').values({ id: 1, name: 'Circle', name_key: 'circle' }).execute()
    kikoeru.insert('t_circle', { id: 1, name: '月影工房' })
    kikoeru.insert('t_work', aKikoeruWork(243_448, { nsfw: 1, release: '2020-01-02', dl_count: 12, price: 660 }))
    kikoeru.insert('t_work', aKikoeruWork(1_234_567, { rate_count_detail: '[{"review_point":5,"count":2}]' }))
    kikoeru.insert('t_tag', { id: 1, name: '雨音' })
    kikoeru.insert('t_va', { id: 'x', name: '朝霧しずく' })
    kikoeru.insert('r_tag_work', { tag_id: 1, work_id: 243_448 })
    kikoeru.insert('r_va_work', { va_id: 'x', work_id: 243_448 })
    kikoeru.insert('t_user', { name: 'alice', password: kikoeruHash('old password'), group: 'user' })
  })
  afterEach(async () => {
    kikoeru[Symbol.dispose]()
    await db.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const accounts = () => createAccountRepository(db)
  async function addAccount(name: string) {
    const account = { name, nameKey: name, passwordHash: '', recommenderUuid: null }
    const added = await accounts().addMember(account)
    if (typeof added === 'string') throw new Error(added)
    return added
  }
  const hashOf = async (name: string) => (await accounts().findByKey(name))?.password_hash ?? ''
  const passwords = createPasswords()
  const asker = { network: '', standing: 'member' } as const
  const logsIn = async (name: string, password: string) => passwords.matches(password, await hashOf(name), asker)
  const resetPassword = async (name: string) =>
    openAccountAdmin(db).resetPassword(await idOf(name), { accountId: null, name: 'operator', address: '' })
  const setSecret = (md5secret: string) =>
    writeFileSync(join(kikoeru.dir, 'config', 'config.json'), JSON.stringify({ md5secret }))
  const idOf = async (name: string) => (await accounts().findByKey(name))?.id ?? -1
  const addWork = (id: number) =>
    db.write
      .insertInto('work')
      .values({ ...aWorkRow(id), signature: 'read' })
      .execute()
  const addFile = (work_id: number, path: string) => {
    const file = {
      work_id,
      path,
      kind: 'audio',
      size_bytes: 1,
      mtime_ms: 1,
      fingerprint: path,
      has_picture: 0,
    } as const
    return db.write
      .insertInto('file')
      .values({ ...file, state: 'present' })
      .execute()
  }
  const review = (user_name: string, work_id: string | number, more: Record<string, string | number | null> = {}) =>
    kikoeru.insert('t_review', { user_name, work_id, rating: 4, updated_at: '2024-05-06 07:08:09', ...more })
  const reviews = async (name = 'alice') =>
    db.read
      .selectFrom('review')
      .selectAll()
      .where('account_id', '=', await idOf(name))
      .orderBy('work_id')
      .execute()

  const onFailed = (error: unknown) => {
    throw error
  }

  async function run(...options: string[]) {
    const lines: string[] = []
    const notes: string[] = []
    const status = await importKikoeru(readKikoeruArguments([kikoeru.dir, '--json', ...options]), {
      config: readConfig({ DATA_DIR: dataDir }),
      database: db,
      signal: new AbortController().signal,
      print: (line) => void lines.push(line),
      note: (line) => void notes.push(line),
      onProgress() {},
    })
    const rows = lines.map(
      (line) => JSON.parse(line) as { kind: string; name: string; outcome: string; reason?: string },
    )
    const outcomes = Object.fromEntries(rows.map(({ kind, name, outcome }) => [`${kind} ${name}`, outcome]))
    return { status, rows, outcomes, notes: notes.join('\n') }
  }

  test('ADM-03 MOV-01 one command takes over accounts, works and marks; a dry run only says so', async () => {
    await addWork(243_448)
    review('alice', '243448', { review_text: 'fine', progress: 'listened', created_at: '2024-01-01 00:00:00' })
    review('admin', '0243448', { rating: 5 })
    const expected = {
      'account admin': 'same',
      'account alice': 'new',
      'work RJ243448': 'new',
      'work RJ01234567': 'new',
      'review alice RJ243448': 'new',
      'review admin RJ243448': 'new',
    }
    const before = readFileSync(kikoeru.database)
    const dry = await run('--dry-run')
    expect(dry).toMatchObject({ status: 0, outcomes: expected })
    expect(dry.notes).toContain('/usr/src/kikoeru/VoiceWork')
    expect(await accounts().findByKey('alice')).toBeNull()
    expect(await db.read.selectFrom('imported_metadata').selectAll().execute()).toEqual([])

    expect((await run('--map', 'Voices=/srv/voices')).notes).toContain('LIBRARY_DIRS=/srv/voices')
    expect(await reviews()).toEqual([
      {
        account_id: await idOf('alice'),
        work_id: 243_448,
        rating: 4,
        review_text: 'fine',
        progress: 'listened',
        is_progress_automatic: 0,
        created_at_ms: Date.UTC(2024, 0, 1),
        updated_at_ms: Date.UTC(2024, 4, 6, 7, 8, 9),
      },
    ])
    expect(await reviews('the-owner')).toMatchObject([{ rating: 5 }])
    const total = await db.read.selectFrom('member_rating').selectAll().executeTakeFirst()
    expect(total).toEqual({ work_id: 243_448, stars: '[0,0,0,1,1]', review_count: 1 })
    const described = await db.read.selectFrom('imported_metadata').select('data').orderBy('work_id').execute()
    expect(JSON.parse(described[0]?.data ?? '')).toEqual({
      title: 'Title of RJ243448',
      circle: { name: '月影工房' },
      voice_actors: ['朝霧しずく'],
      tags: [{ name: '雨音' }],
      release: '2020-01-02',
      age: 'adult',
    })
    const numbers = await db.read
      .selectFrom('provided_metadata')
      .select(['provider', 'data'])
      .orderBy('work_id')
      .execute()
    expect(numbers).toEqual([
      { provider: 'kikoeru', data: '{"price":660,"dl_count":12}' },
      { provider: 'kikoeru', data: expect.stringContaining('"average":5') as string },
    ])
    expect(readFileSync(kikoeru.database)).toEqual(before)
    expect(readdirSync(join(kikoeru.dir, 'sqlite'))).toEqual(['db.sqlite3'])
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('MOV-02 the second run changes nothing, and what a member changed or removed since stays', async () => {
    await addWork(243_448)
    await addWork(1_234_567)
    review('alice', '243448')
    review('alice', '1234567')
    review('admin', '243448')
    await run()
    const alice = await idOf('alice')
    await db.write.deleteFrom('review').where('account_id', '=', alice).where('work_id', '=', 1_234_567).execute()
    const later = { rating: null, progress: 'replay', updated_at_ms: Date.UTC(2025, 0, 1) } as const
    await db.write.updateTable('review').set(later).where('account_id', '=', alice).execute()
    const again = await run()
    expect(new Set(Object.values(again.outcomes))).toEqual(new Set(['same']))
    expect(await reviews()).toMatchObject([{ work_id: 243_448, ...later }])
    // A row that was changed there since is newer than that.
    kikoeru.run(`update t_review set rating = 1, updated_at = '2025-06-01 00:00:00' where user_name = 'alice'`)
    expect((await run()).outcomes).toMatchObject({
      'review alice RJ243448': 'changed',
      'review alice RJ01234567': 'new',
    })
    expect(await reviews()).toMatchObject([{ rating: 1, progress: 'replay' }, { rating: 1 }])
  })

  test('MOV-03 marks of works that are not in the library wait for them', async () => {
    kikoeru.run(forkTables)
    review('alice', '243448')
    const state = { queue: [{ title: '01.wav', hash: '243448/0' }], index: 0, seconds: 61.5 }
    kikoeru.insert('t_play_histroy', { user_name: 'alice', work_id: 243_448, state: JSON.stringify(state) })
    expect((await run()).outcomes).toMatchObject({
      'review alice RJ243448': 'waiting',
      'position alice RJ243448': 'waiting',
    })
    expect(await mergeWaiting(db, { onFailed })).toBe(0)
    await addWork(243_448)
    await addFile(243_448, 'disc/01.wav')
    expect(await mergeWaiting(db, { onFailed })).toBe(2)
    expect(await mergeWaiting(db, { onFailed })).toBe(0)
    expect(await reviews()).toMatchObject([{ work_id: 243_448, rating: 4 }])
    expect(await db.read.selectFrom('place').select(['device_id', 'seconds']).execute()).toEqual([
      { device_id: 'kikoeru', seconds: 61.5 },
    ])
    expect((await run()).outcomes).toMatchObject({
      'review alice RJ243448': 'same',
      'position alice RJ243448': 'same',
    })
  })

  test('MOV-04 ids, times and positions of forks are understood; tracks are matched by path and name', async () => {
    kikoeru.run(forkTables)
    kikoeru.run(`create table t_favorite (user_name varchar(255), name varchar(255), works text)`)
    for (const id of [243_448, 1_234_567, 100_010_203]) await addWork(id)
    for (const path of ['wav/01.wav', 'mp3/01.wav', '02.mp3']) await addFile(243_448, path)
    await addFile(1_234_567, '01.wav')
    kikoeru.insert('t_work', aKikoeruWork(2_000_000_010_203, { dir: 'VJ010203 Game', created_at: 1_704_067_200_000 }))
    review('alice', 'RJ243448', { updated_at: 1_704_067_200_000 })
    review('alice', '2000000010203')
    const play = (work_id: number, track: object) =>
      kikoeru.insert('t_play_histroy', {
        user_name: 'alice',
        work_id,
        state: JSON.stringify({ queue: [{}, track], index: 1, seconds: 5 }),
      })
    play(243_448, { title: '01.wav', mediaDownloadUrl: '/media/download/Voices/RJ243448/mp3/01.wav' })
    play(1_234_567, { title: 'gone.wav' })
    const works = JSON.stringify([{ id: 243_448, title: 'x' }, 1_234_567, { id: 'nothing' }])
    kikoeru.insert('t_favorite', { user_name: 'alice', name: 'For the night', works })
    const { rows, outcomes } = await run()
    expect(outcomes).toMatchObject({
      'work VJ010203': 'new',
      'review alice VJ010203': 'new',
      'position alice RJ243448': 'new',
      'position alice RJ01234567': 'skipped',
      'favourite alice "For the night" RJ243448': 'new',
      'favourite alice "For the night"': 'skipped',
    })
    expect(rows.find(({ name }) => name === 'alice RJ01234567')?.reason).toBe('The work has no such track')
    const at = await db.read.selectFrom('place').innerJoin('file', 'file.id', 'file_id').select('path').execute()
    expect(at).toEqual([{ path: 'mp3/01.wav' }])
    expect(await reviews()).toMatchObject([{ updated_at_ms: 1_704_067_200_000 }, { work_id: 100_010_203 }])
    const added = await db.read
      .selectFrom('imported_metadata')
      .select('data')
      .where('work_id', '=', 100_010_203)
      .execute()
    expect(added[0]?.data).toContain('"create_date":"2024-01-01"')
    const listed = await db.read
      .selectFrom('playlist_work')
      .innerJoin('playlist', 'playlist.id', 'playlist_id')
      .select(['name', 'work_id'])
      .execute()
    expect(listed).toEqual([243_448, 1_234_567].map((work_id) => ({ name: 'For the night', work_id })))
    await db.write.deleteFrom('playlist').execute()
    await run()
    expect(await db.read.selectFrom('playlist').selectAll().execute()).toEqual([])
  })

  test('MOV-07 no work id of a batch may be usable', async () => {
    kikoeru.run('delete from t_work')
    kikoeru.insert('t_work', aKikoeruWork(999_999_999_999_999n, { dir: 'none' }))
    const { status, outcomes } = await run()
    expect(status).toBe(0)
    expect(outcomes['work 999999999999999']).toBe('skipped')
  })

  test('MOV-07 tracks with very long names, or NUL in them, wait like others', async () => {
    kikoeru.run(forkTables)
    // Without repeats, which PostgreSQL would compress.
    const long = `${Array.from({ length: 1_300 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000))).join('')}.wav`
    const play = (work_id: number, title: string, seconds: number) =>
      kikoeru.insert('t_play_histroy', {
        user_name: 'alice',
        work_id,
        state: JSON.stringify({ queue: [{ title }], index: 0, seconds }),
      })
    play(243_448, long, 5)
    play(1_234_567, 'a\0b.wav', 6)
    play(3, '01.wav', 1e300)
    expect((await run()).outcomes).toMatchObject({
      'position alice RJ243448': 'waiting',
      'position alice RJ01234567': 'waiting',
      'position alice RJ000003': 'skipped',
    })
    await addWork(243_448)
    await addWork(1_234_567)
    await addFile(1_234_567, 'a b.wav')
    expect(await mergeWaiting(db, { onFailed })).toBe(2)
    expect(await db.read.selectFrom('place').select('seconds').execute()).toEqual([{ seconds: 6 }])
  })

  test('MOV-05 a wrong md5secret is corrected by a later run, unless the member has logged in or has another password', async () => {
    for (const name of ['bobby', 'carol', 'diana', 'lazy-one']) {
      const password = kikoeruHash(name === 'lazy-one' ? name : `password of ${name}`)
      kikoeru.insert('t_user', { name, password, group: 'user' })
    }
    setSecret('a wrong secret')
    const added = await run()
    expect(added.outcomes).toMatchObject({ 'account alice': 'new', 'account bobby': 'new' })
    // Nothing in this database tells what the secret is.
    expect(added.notes).not.toContain('md5secret')
    expect(await logsIn('alice', 'old password')).toBe(false)

    // An administrator has set another password; two members have logged in, one of them while no new hash could be stored.
    const change = (name: string, to: { password_hash?: string; last_login_at_ms?: number }) =>
      db.write.updateTable('account').set(to).where('name_key', '=', name).execute()
    const reset = await resetPassword('bobby')
    await change('carol', { password_hash: await passwords.hash('own password', asker), last_login_at_ms: 1 })
    await change('diana', { last_login_at_ms: 1 })
    const before = await Promise.all(['alice', 'bobby', 'carol', 'diana'].map(hashOf))
    setSecret(SECRET)
    const expected = {
      'account admin': 'same',
      'account alice': 'changed',
      'account bobby': 'same',
      'account carol': 'same',
      'account diana': 'same',
      'account lazy-one': 'same',
    }
    expect((await run('--dry-run')).outcomes).toMatchObject(expected)
    expect(await Promise.all(['alice', 'bobby', 'carol', 'diana'].map(hashOf))).toEqual(before)
    const corrected = await run()
    expect(corrected.outcomes).toMatchObject(expected)
    expect(corrected.rows.find(({ name }) => name === 'lazy-one')?.reason).toContain('default one')
    expect(await logsIn('alice', 'old password')).toBe(true)
    expect(await logsIn('lazy-one', 'lazy-one')).toBe(false)
    expect(await logsIn('bobby', reset)).toBe(true)
    expect(await logsIn('carol', 'own password')).toBe(true)
    expect(await Promise.all(['bobby', 'carol', 'diana'].map(hashOf))).toEqual(before.slice(1))
    expect((await run()).outcomes).toMatchObject({ ...expected, 'account alice': 'same' })
    expect(await logsIn('alice', 'old password')).toBe(true)
  })

  test('MOV-05 a password that an administrator set while none could be read stays', async () => {
    rmSync(join(kikoeru.dir, 'config', 'config.json'))
    await run('--without-passwords')
    const reset = await resetPassword('alice')
    setSecret(SECRET)
    expect((await run()).outcomes).toMatchObject({ 'account alice': 'same' })
    expect(await logsIn('alice', reset)).toBe(true)
  })

  test('MOV-05 md5secret is compared with the password of the guest; another one of admin says nothing', async () => {
    const warning = 'md5secret may be wrong'
    const noted = async () => (await run('--dry-run')).notes.includes(warning)
    setSecret('a wrong secret')
    expect(await noted()).toBe(false)
    kikoeru.insert('t_user', { name: 'guest', password: kikoeruHash('guest'), group: 'guest' })
    expect(await noted()).toBe(true)
    const imported = await run()
    expect(imported).toMatchObject({ status: 0, outcomes: { 'account alice': 'new' } })
    expect(imported.notes).toContain(warning)
    setSecret(SECRET)
    expect(await noted()).toBe(false)
    const setPassword = (name: string, password: string) =>
      kikoeru.run(`update t_user set password = '${password}' where name = '${name}'`)
    setPassword('admin', kikoeruHash('an own password'))
    expect(await noted()).toBe(false)
    // The default password of admin proves a secret that the guest's password does not.
    setPassword('guest', kikoeruHash('changed'))
    expect(await noted()).toBe(true)
    setPassword('admin', kikoeruHash('admin').toUpperCase())
    expect(await noted()).toBe(false)
    // A member of this name has chosen the password.
    setPassword('admin', kikoeruHash('an own password'))
    kikoeru.run(`update t_user set "group" = 'user' where name = 'guest'`)
    expect(await noted()).toBe(false)
    // Without a secret there is nothing to compare.
    kikoeru.run(`update t_user set "group" = 'guest' where name = 'guest'`)
    rmSync(join(kikoeru.dir, 'config', 'config.json'))
    expect(await noted()).toBe(false)
  })

  // Nothing of the following depends on the database.
  if (dialect === 'postgres') return

  test('MOV-05 accounts: an old password logs in once, a default one never; names follow our rules', async () => {
    const group = 'user'
    kikoeru.insert('t_user', { name: 'a1ice', password: kikoeruHash('x'), group })
    kikoeru.insert('t_user', { name: 'moderator', password: kikoeruHash('x'), group })
    kikoeru.insert('t_user', { name: 'lazy-one', password: kikoeruHash('lazy-one'), group: 'administrator' })
    kikoeru.insert('t_user', { name: 'guest', password: kikoeruHash('guest'), group: 'guest' })
    kikoeru.insert('t_user', { name: 'bob', password: kikoeruHash('x'), group })
    review('a1ice', '243448')
    const { rows } = await run('--user', 'bob=the-owner')
    const reasonOf = (name: string) => rows.find((row) => row.kind === 'account' && row.name === name)?.reason ?? ''
    expect(reasonOf('a1ice')).toContain('looks like that of "alice"')
    expect(reasonOf('moderator')).toContain('reserved')
    expect(reasonOf('lazy-one')).toContain('default one')
    expect(reasonOf('lazy-one')).toContain('not an administrator')
    expect(reasonOf('guest')).toContain('guest')
    expect(reasonOf('bob')).toBe('it is the-owner here')
    expect(rows.find(({ kind }) => kind === 'review')).toMatchObject({ outcome: 'skipped' })
    expect(await accounts().findByKey('lazy-one')).toMatchObject({ account_group: 'user' })
    const hash = await hashOf('alice')
    expect(hash).toMatch(/^\$moved-md5\$[^$]+\$argon2id/)
    expect(hash).not.toContain(kikoeruHash('old password'))
    expect(await logsIn('alice', 'old password')).toBe(true)
    for (const password of ['lazy-one', 'admin', '']) expect(await logsIn('lazy-one', password)).toBe(false)
  })

  test('MOV-05 an account that was here before gets nothing from a user of its name, unless it is named', async () => {
    const { id } = await addAccount('alice')
    await addWork(243_448)
    review('alice', '243448')
    kikoeru.insert('t_user', { name: 'ca\u001b[31mrol', password: kikoeruHash('x'), group: 'user' })
    const { rows, outcomes } = await run()
    expect(rows).toContainEqual({
      kind: 'account',
      name: 'alice',
      outcome: 'skipped',
      reason: expect.stringContaining('An account here has this name') as string,
    })
    expect(outcomes).toMatchObject({ 'review alice RJ243448': 'skipped', 'account ca [31mrol': 'skipped' })
    expect(await reviews()).toEqual([])
    expect((await run('--user', 'alice=alice')).outcomes).toMatchObject({ 'review alice RJ243448': 'new' })
    expect(await reviews()).toMatchObject([{ account_id: id, rating: 4 }])
  })

  test('MOV-05 passwords that could not be read come with a later run, until the member has logged in', async () => {
    const config = join(kikoeru.dir, 'config', 'config.json')
    const settings = readFileSync(config)
    rmSync(config)
    const refused = await run()
    expect(refused).toMatchObject({ status: 1, rows: [] })
    expect(refused.notes).toContain('--without-passwords')
    expect((await run('--without-passwords')).outcomes).toMatchObject({ 'account alice': 'new' })
    expect(await logsIn('alice', 'old password')).toBe(false)
    const unknown = await hashOf('alice')
    writeFileSync(config, settings)
    expect((await run('--dry-run')).outcomes).toMatchObject({ 'account alice': 'changed' })
    expect(await hashOf('alice')).toBe(unknown)
    expect((await run()).outcomes).toMatchObject({ 'account alice': 'changed' })
    expect(await hashOf('alice')).toMatch(/^\$moved-md5/)
    expect(await logsIn('alice', 'old password')).toBe(true)
    expect((await run()).outcomes).toMatchObject({ 'account alice': 'same' })
    await db.write.updateTable('account').set({ password_hash: 'own', last_login_at_ms: 1 }).execute()
    expect((await run()).outcomes).toMatchObject({ 'account alice': 'same' })
    expect(await hashOf('alice')).toBe('own')
  })

  test('MOV-05 without an owner nothing is filed under another account', async () => {
    await createMovedAccounts(db).add('second-admin', null)
    await db.write.updateTable('account').set({ account_group: 'administrator' }).execute()
    const { status, notes } = await run()
    expect(status).toBe(1)
    expect(notes).toContain("Name the owner's account with --owner")
    expect((await run('--owner', 'the-owner')).status).toBe(0)
  })

  test('MOV-11 nothing is written before all accounts that are named are found', async () => {
    const options = ['--owner', 'no such', '--user', 'alice=nor this']
    for (const dry of [[], ['--dry-run']]) {
      const { status, rows, notes } = await run(...options, ...dry)
      expect({ status, rows }).toEqual({ status: 1, rows: [] })
      expect(notes).toBe('No account here is named "nor this" (for "alice") or "no such" (for "admin").')
    }
    expect((await run('--user', 'alicia=the-owner')).notes).toBe('kikoeru has no user named "alicia".')
    expect(await accounts().findByKey('alice')).toBeNull()
    expect(await db.read.selectFrom('imported_metadata').selectAll().execute()).toEqual([])
  })

  test('MOV-11 a library folder that is not on this machine is named, until it is mapped', async () => {
    const missing =
      'There is no folder /usr/src/kikoeru/VoiceWork on this machine. To set its path here: --map Voices=PATH'
    expect((await run('--dry-run')).notes).toContain(missing)
    expect((await run('--dry-run', '--map', `Voices=${dataDir}`)).notes).not.toContain('There is no folder')
  })

  test('MOV-06 covers are checked and copied; links and other files are not followed', async () => {
    const covers = join(kikoeru.dir, 'covers')
    for (const id of [3, 4, 5]) kikoeru.insert('t_work', aKikoeruWork(id))
    const picture = sharp({ create: { width: 8, height: 6, channels: 3, background: '#3a5f7d' } })
    const jpeg = await picture.jpeg().toBuffer()
    writeFileSync(join(covers, 'RJ243448_img_main.jpg'), jpeg)
    writeFileSync(join(covers, 'RJ01234567_img_main.jpg'), 'no picture')
    writeFileSync(join(dataDir, 'secret.jpg'), jpeg)
    symlinkSync(join(dataDir, 'secret.jpg'), join(covers, 'RJ000003_img_main.jpg'))
    mkdirSync(join(covers, 'RJ000004_img_main.jpg'))
    await addWork(243_448)
    const expected = {
      'cover RJ243448': 'new',
      'cover RJ01234567': 'skipped',
      'cover RJ000003': 'skipped',
      'cover RJ000004': 'skipped',
    }
    expect((await run('--dry-run')).outcomes).toMatchObject(expected)
    expect(readdirSync(dataDir)).toEqual(['secret.jpg'])
    expect((await run()).outcomes).toMatchObject(expected)
    // Among the uploaded ones, which a backup holds.
    const [kept = ''] = readdirSync(join(dataDir, 'uploaded-covers'))
    expect(await listKeptFiles(dataDir)).toEqual([`uploaded-covers/${kept}`])
    const { read } = db
    expect(
      await read.selectFrom('provided_metadata').select('cover_name').where('work_id', '=', 243_448).execute(),
    ).toEqual([{ cover_name: kept }])
    expect((await run()).outcomes).toMatchObject({ 'cover RJ243448': 'same' })
  })

  test('MOV-07 rows that make no sense are named and skipped', async () => {
    kikoeru.run(forkTables)
    const long = 'x'.repeat(10_000_000)
    kikoeru.insert('t_work', aKikoeruWork(3, { title: long, price: 'free', dl_count: -1, release: 'soon' }))
    kikoeru.insert('t_work', aKikoeruWork(4, { title: 'a\0b', circle_id: 99, rank: '{"not": "a list"}' }))
    kikoeru.insert('t_work', aKikoeruWork(999_999_999_999_999n, { dir: 'none', rate_count_detail: '[[[[' }))
    kikoeru.run(`insert into t_work (id, root_folder, dir, title, circle_id)
      values (9223372036854775807, 'Voices', '', 'x', 1)`)
    await addWork(243_448)
    await addWork(1_234_567)
    review('alice', '243448', { rating: 99, review_text: 'still a text' })
    review('alice', '1234567', { rating: null, progress: 'dreamt' })
    review('alice', '../../etc/passwd')
    review('no account', '3')
    review('admin', '3', { updated_at: 'yesterday', created_at: 'before' })
    review('admin', '243448', { updated_at: '2999-01-01 00:00:00' })
    kikoeru.insert('t_play_histroy', { user_name: 'alice', work_id: 3, state: new Uint8Array([1, 2]) })
    kikoeru.insert('t_play_histroy', { user_name: 'alice', work_id: 4, state: '{"queue":{"length":1e9},"index":"x"}' })
    const { status, rows } = await run()
    const reasonOf = (kind: string, name: string) =>
      rows.find((row) => row.kind === kind && row.name === name)?.reason ?? ''
    expect(status).toBe(0)
    expect(reasonOf('work', 'RJ000003')).toBe('without title, release, price, dl_count, which cannot be read')
    expect(rows.filter((row) => row.reason === 'Its id is not a work code')).toHaveLength(2)
    expect(reasonOf('review', 'alice RJ243448')).toBe('without its rating, which is not 1 to 5')
    expect(reasonOf('review', 'alice RJ01234567')).toBe('without its progress, which is unknown')
    expect(reasonOf('review', 'alice ../../etc/passwd')).toBe('Its work is not a work code')
    expect(rows.filter(({ name }) => name.startsWith('no account'))).toMatchObject([{ outcome: 'skipped' }])
    expect(reasonOf('review', 'admin RJ000003')).toBe('It has no time')
    expect(rows.filter(({ kind, outcome }) => kind === 'position' && outcome === 'skipped')).toHaveLength(2)
    const [own] = await reviews('the-owner')
    expect(own?.updated_at_ms).toBeLessThanOrEqual(Date.now())
    const cleaned = await db.read.selectFrom('imported_metadata').select('data').where('work_id', '=', 4).execute()
    expect(cleaned[0]?.data).not.toContain('\\u0000')
  })

  test('MOV-07 a damaged file, another database or none is refused in a sentence', async () => {
    const path = kikoeru.database
    kikoeru.run('drop table t_user')
    expect((await run()).notes).toContain('no tables t_work and t_user')
    writeFileSync(path, 'SQLite format 3\0 and then something else entirely'.repeat(200))
    expect((await run()).notes).toContain('not a readable SQLite database')
    rmSync(path)
    expect((await run()).notes).toContain('There is no')
    writeFileSync(join(kikoeru.dir, 'config', 'config.json'), '{"md5secret": 5}')
    writeFileSync(path, '')
    expect((await run()).notes).toContain('md5secret')
    expect(readdirSync(dataDir)).toEqual([])
  })
})
