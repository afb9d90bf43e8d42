import type { Session } from '@otodana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { isDataError } from '#db/dialect.ts'

import { aMailWorld, type MailWorld } from '../../../test/a-mail-world.ts'
import { aMember, call, logInAs } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { checkLink, checkReset, finishReset, linkOf, portOf, post, resetOf } from '../../../test/mail-calls.ts'
import { startApp, TEST_ADMIN_TOKEN, type TestApp } from '../../../test/start-app.ts'

import { createEmailRepository } from './emails.repository.ts'

let world: MailWorld
beforeAll(async () => {
  world = await aMailWorld()
  world.addDomain('plain.example')
  world.addDomain('strict.example', { dmarc: 'v=DMARC1; p=reject' })
  world.addDomain('evil.example')
})
afterAll(() => world.close())

let serial = 0
const aName = () => `member-${++serial}`

/** A member with a linked address. */
async function aLinked(app: TestApp, email: string): Promise<Session> {
  const member = await aMember(app, aName())
  const { subject } = await linkOf(app, member)
  expect(await world.send(portOf(app), { from: email, subject })).toMatchObject({ code: 250 })
  return member
}

describe.each(dialects)('mail on %s', (dialect) => {
  let app: TestApp
  let port: number
  beforeAll(async () => {
    app = await startApp({ libraryDirs: [], dialect, env: world.env, scan: false })
    port = portOf(app)
    await aMember(app, 'administrator')
  })
  afterAll(() => app.close())

  test('ATH-05 a member sends a mail, and its address is the account’s', async () => {
    const member = await aMember(app, aName())
    const verification = await linkOf(app, member)
    const { address, subject, verifyId } = verification
    expect(address).toBe('verify@listen.example')
    expect(subject).toContain(`link this mail address to the account ${member.user.name} (`)
    expect(subject).not.toContain(verifyId)
    expect(verification).toMatchObject({ maxAttempts: 180, retrySeconds: 10 })
    for (const attempt of [1, 2]) {
      expect((await checkLink(app, verification, member)).body).toEqual({ user: null, attempt, refused: null })
    }
    const from = `A Member <A.Member-${dialect}@Plain.Example>`
    expect(await world.send(port, { from, subject, signedBy: 'plain.example' })).toMatchObject({ code: 250 })
    const email = `a.member-${dialect}@plain.example`
    expect((await checkLink(app, verification, member)).body).toMatchObject({ user: { email }, attempt: 3 })
    expect((await call(app, 'GET', '/api/auth/me', { token: member.token })).body).toMatchObject({
      user: { email },
      mail: true,
    })
    const exported = await call(app, 'GET', '/api/auth/export', { token: member.token })
    expect(exported.body).toMatchObject({ account: { email } })
    const users = await call<{ users: unknown[] }>(app, 'GET', '/api/admin/users', { token: TEST_ADMIN_TOKEN })
    expect(users.body.users).toContainEqual(expect.objectContaining({ name: member.user.name, email }))
    const { events } = (
      await call<{ events: unknown[] }>(app, 'GET', '/api/admin/security-events', { token: TEST_ADMIN_TOKEN })
    ).body
    expect(events).toContainEqual(expect.objectContaining({ kind: 'emailLinked', name: member.user.name }))
  })

  test('ATH-05 a linked address is unlinked with the password, and only then another one is linked', async () => {
    const member = await aLinked(app, `first-${dialect}@plain.example`)
    const password = `${member.user.name}-secret`
    expect(await post(app, 'link-email', { password }, member.token)).toMatchObject({
      status: 409,
      body: { error: 'auth.unlinkEmailFirst' },
    })
    expect(await post(app, 'unlink-email', { password: 'wrong' }, member.token)).toMatchObject({
      status: 403,
      body: { error: 'auth.wrongPassword' },
    })
    expect(await post(app, 'unlink-email', { password }, member.token)).toMatchObject({
      status: 200,
      body: { user: { email: null } },
    })
    const kept = await app.database.read
      .selectFrom('email_verification')
      .select('email')
      .where('account_id', '=', member.user.id!)
      .execute()
    expect(kept).toEqual([])
    const other = await aLinked(app, `first-${dialect}@plain.example`)
    expect((await call(app, 'GET', '/api/auth/me', { token: other.token })).body).toMatchObject({
      user: { email: `first-${dialect}@plain.example` },
    })
  })

  test('ATH-05 an unlinking that fails midway leaves the address linked, and what waits for its mail', async () => {
    const email = `halfway-${dialect}@plain.example`
    const { user } = await aLinked(app, email)
    const reset = await resetOf(app, user.name)
    await world.send(port, { from: email, subject: reset.subject })
    const { read, write } = app.database
    const id = sql.lit(user.id!)
    const refusals = {
      account:
        dialect === 'sqlite'
          ? [
              sql`create trigger refusal before update on account when new.id = ${id} and new.email is null
                begin select raise(abort, 'refused'); end`,
              sql`drop trigger refusal`,
            ]
          : [
              sql`alter table account add constraint refusal check (id <> ${id} or email is not null)`,
              sql`alter table account drop constraint refusal`,
            ],
      verifications: [
        sql`create table refusal (verify_hash text references email_verification)`,
        sql`insert into refusal select verify_hash from email_verification where account_id = ${id}`,
        sql`drop table refusal`,
      ],
    }
    for (const [table, statements] of Object.entries(refusals)) {
      const allow = statements.pop()!
      for (const statement of statements) await statement.execute(write)
      try {
        await expect(createEmailRepository(app.database).unlink(user.id!)).rejects.toSatisfy(isDataError)
      } finally {
        await allow.execute(write)
      }
      const account = read.selectFrom('account').select('email').where('id', '=', user.id!)
      expect(await account.executeTakeFirst(), table).toEqual({ email })
      const waiting = read.selectFrom('email_verification').select(['purpose', 'email']).orderBy('purpose')
      expect(await waiting.where('account_id', '=', user.id!).execute(), table).toEqual([
        { purpose: 'link', email },
        { purpose: 'reset', email },
      ])
    }
  })

  test('ATH-05 an address that is linked to another account is refused, and may be sent from another one then', async () => {
    const email = `taken-${dialect}@plain.example`
    await aLinked(app, email)
    const member = await aMember(app, aName())
    const verification = await linkOf(app, member)
    const { subject } = verification
    expect(await world.send(port, { from: email.toUpperCase(), subject })).toEqual({
      code: 550,
      text: 'This address is linked to another account',
    })
    expect((await checkLink(app, verification, member)).body).toMatchObject({ user: null, refused: 'linkedToAnother' })
    await world.send(port, { from: `free-${dialect}@plain.example`, subject })
    expect((await checkLink(app, verification, member)).body).toMatchObject({
      user: { email: `free-${dialect}@plain.example` },
      refused: null,
    })
  })

  test('ATH-05 of two accounts that link one address at once, one gets it', async () => {
    const members = [await aMember(app, aName()), await aMember(app, aName())]
    const verifications = await Promise.all(members.map((member) => linkOf(app, member)))
    const from = `both-${dialect}@plain.example`
    const deliveries = await Promise.all(verifications.map(({ subject }) => world.send(port, { from, subject })))
    expect(deliveries.map(({ code }) => code).toSorted()).toEqual([250, 550])
  })

  test('ATH-05 a mail counts once: from another address it is of no use then, and the same one again does no harm', async () => {
    const member = await aMember(app, aName())
    const verification = await linkOf(app, member)
    const { subject } = verification
    const mail = { from: `once-${dialect}@plain.example`, subject }
    expect((await world.send(port, mail)).code).toBe(250)
    expect((await world.send(port, mail)).code).toBe(250)
    expect(await world.send(port, { from: 'thief@evil.example', subject })).toMatchObject({ code: 550 })
    expect((await checkLink(app, verification, member)).body.user?.email).toBe(`once-${dialect}@plain.example`)
  })

  test('ATH-05 nothing is linked once the member has ended the sessions, started over, or deleted the account', async () => {
    const member = await aMember(app, aName())
    const first = await linkOf(app, member)
    const second = await linkOf(app, member)
    expect(await checkLink(app, first, member)).toMatchObject({
      status: 410,
      body: { error: 'auth.verifyIdExpired' },
    })
    expect((await world.send(port, { from: 'x@plain.example', subject: first.subject })).code).toBe(550)
    const { body: renewed } = await post<Session>(app, 'end-other-sessions', {}, member.token)
    expect((await world.send(port, { from: 'x@plain.example', subject: second.subject })).code).toBe(550)
    expect(await checkLink(app, second, renewed)).toMatchObject({ status: 410 })
    const third = await linkOf(app, renewed)
    await post(app, 'delete-account', { password: `${member.user.name}-secret` }, renewed.token)
    expect((await world.send(port, { from: 'x@plain.example', subject: third.subject })).code).toBe(550)
    const left = await app.database.read
      .selectFrom('email_verification')
      .selectAll()
      .where('account_id', '=', member.user.id!)
      .execute()
    expect(left).toEqual([])
  })

  test('ATH-06 ATH-07 a mail from the linked address sets a new password and ends all sessions', async () => {
    const email = `forgetful-${dialect}@strict.example`
    const member = await aLinked(app, email)
    const { name } = member.user
    const reset = await resetOf(app, ` ${name.toUpperCase()} `)
    expect(reset.subject).toContain(`set a new password for the account ${name.toUpperCase()} (`)
    expect((await checkReset(app, reset)).body).toEqual({ isReceived: false, attempt: 1, refused: null })
    expect(await finishReset(app, reset, 'too-early')).toMatchObject({
      status: 409,
      body: { error: 'auth.emailNotReceived' },
    })
    const waiting = await resetOf(app, name)
    expect(await world.send(port, { from: email, subject: reset.subject })).toMatchObject({ code: 250 })
    expect((await checkReset(app, reset)).body).toMatchObject({ isReceived: true })
    const { status, body: session } = await finishReset(app, reset, 'a new password')
    expect(status).toBe(200)
    expect(session.user).toMatchObject({ name, email })
    expect((await call(app, 'GET', '/api/playlist/get-playlists', { token: member.token })).status).toBe(401)
    expect((await call(app, 'GET', '/api/auth/me', { token: session.token })).body).toMatchObject({ user: { name } })
    expect((await logInAs(app, name, 'a new password')).user.name).toBe(name)
    expect((await post(app, 'me', { name, password: `${name}-secret` })).status).toBe(401)
    // Neither this nor an earlier reset can be used again.
    for (const old of [reset, waiting]) {
      expect(await finishReset(app, old, 'another one')).toMatchObject({ status: 410 })
      expect((await world.send(port, { from: email, subject: old.subject })).code).toBe(550)
    }
    const { events } = (
      await call<{ events: unknown[] }>(app, 'GET', '/api/admin/security-events', { token: TEST_ADMIN_TOKEN })
    ).body
    expect(events).toContainEqual(expect.objectContaining({ kind: 'passwordResetByMail', name }))
  })

  test('ATH-06 nothing tells whether a name has an account, or the account an address', async () => {
    const linked = await aLinked(app, `known-${dialect}@plain.example`)
    const unlinked = await aMember(app, aName())
    const answers = []
    for (const name of [linked.user.name, unlinked.user.name, 'nobody-at-all', 'guest', '']) {
      const reset = await resetOf(app, name)
      const sent = await world.send(port, { from: 'thief@evil.example', subject: reset.subject })
      const check = await checkReset(app, reset)
      const finish = await finishReset(app, reset, 'the thief’s')
      answers.push({ keys: Object.keys(reset), sent, check: check.body, finish: [finish.status, finish.body] })
    }
    expect(answers[0]).toMatchObject({ sent: { code: 550 }, check: { refused: 'fromAnother' } })
    expect(answers[0]!.finish).toEqual([409, { error: 'auth.emailNotReceived' }])
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('ATH-06 a proven reset is void once the owner has changed the password or unlinked the address', async () => {
    for (const change of ['change-password', 'unlink-email']) {
      const email = `${change}-${dialect}@plain.example`
      const member = await aLinked(app, email)
      const password = `${member.user.name}-secret`
      const reset = await resetOf(app, member.user.name)
      expect((await world.send(port, { from: email, subject: reset.subject })).code).toBe(250)
      const body = { password, oldPassword: password, newPassword: 'the owner’s' }
      expect((await post(app, change, body, member.token)).status).toBe(200)
      expect(await finishReset(app, reset, 'somebody’s')).toMatchObject({ status: 410 })
    }
  })

  test('ATH-06 an account that was disabled gets no new password', async () => {
    const email = `disabled-${dialect}@plain.example`
    const member = await aLinked(app, email)
    const reset = await resetOf(app, member.user.name)
    await world.send(port, { from: email, subject: reset.subject })
    await app.database.write.updateTable('account').set({ is_disabled: 1 }).where('email', '=', email).execute()
    expect(await finishReset(app, reset, 'another one')).toMatchObject({
      status: 403,
      body: { error: 'auth.disabled' },
    })
  })

  test('ATH-05 ATH-06 after half an hour a mail is too late, and nothing is kept of it', async () => {
    const member = await aMember(app, aName())
    const link = await linkOf(app, member)
    const reset = await resetOf(app, member.user.name)
    expect(Date.parse(link.expiresAt) - Date.now()).toBeGreaterThan(29 * 60_000)
    await app.database.write
      .updateTable('email_verification')
      .set({ expires_at_ms: Date.now() - 1 })
      .execute()
    for (const { subject } of [link, reset]) {
      expect((await world.send(port, { from: 'late@plain.example', subject })).code).toBe(550)
    }
    expect(await checkLink(app, link, member)).toMatchObject({ status: 410, body: { error: 'auth.verifyIdExpired' } })
    expect(await checkReset(app, reset)).toMatchObject({ status: 410, body: { error: 'auth.verifyIdExpired' } })
    expect(await finishReset(app, reset, 'another one')).toMatchObject({ status: 410 })
    await resetOf(app, 'anybody')
    const rows = await app.database.read.selectFrom('email_verification').selectAll().execute()
    expect(rows).toHaveLength(1)
  })

  test('ATH-05 polling too often ends the verification', async () => {
    const member = await aMember(app, aName())
    const link = await linkOf(app, member)
    await app.database.write
      .updateTable('email_verification')
      .set({ attempts: link.maxAttempts - 1 })
      .execute()
    expect((await checkLink(app, link, member)).body).toMatchObject({ attempt: link.maxAttempts })
    expect(await checkLink(app, link, member)).toMatchObject({ status: 410, body: { error: 'auth.maxAttempts' } })
  })

  test('ATH-05 another process of the same database answers for the mail', async () => {
    const other = await startApp({
      libraryDirs: [],
      database: app.database,
      env: { ...world.env, MAIL_PORT: 'off' },
      scan: false,
    })
    try {
      expect(other.mail!.port()).toBeNull()
      const member = await aMember(app, aName())
      const link = await linkOf(other, member)
      await world.send(port, { from: `many-${dialect}@plain.example`, subject: link.subject })
      expect((await checkLink(other, link, member)).body.user?.email).toBe(`many-${dialect}@plain.example`)
    } finally {
      await other.close()
    }
  })
})
describe('limits', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ libraryDirs: [], env: world.env, scan: false })
  })
  afterAll(() => app.close())

  test('ATH-04 ATH-05 guests cannot link an address', async () => {
    const guest = await logInAs(app, 'guest', 'guest')
    expect(await post(app, 'link-email', { password: 'guest' }, guest.token)).toMatchObject({
      status: 403,
      body: { error: 'auth.guestCannotLinkEmail' },
    })
  })

  test('ATH-05 ATH-06 pending resets are limited, and do not prevent linking', async () => {
    const emails = createEmailRepository(app.database)
    const add = (purpose: 'link' | 'reset', id: string, expiresAtMs: number) =>
      emails.add({ purpose, verifyHash: id, subjectHash: id, account: null, address: '', expiresAtMs }, 2)
    const later = Date.now() + 60_000
    const added = []
    for (const [id, until] of [
      ['a', later],
      ['b', 1],
      ['c', later],
      ['d', later],
    ] as const)
      added.push(await add('reset', id, until))
    expect(added).toEqual([true, true, true, false])
    expect(await add('link', 'e', later)).toBe(true)
    await app.database.write.deleteFrom('email_verification').execute()
  })

  test('ATH-05 another’s verification is none', async () => {
    const [one, other] = [await aMember(app, aName()), await aMember(app, aName())]
    const link = await linkOf(app, one)
    expect(await checkLink(app, link, other)).toMatchObject({ status: 410 })
    expect(await checkReset(app, link)).toMatchObject({ status: 410 })
    expect(await finishReset(app, link, 'another one')).toMatchObject({ status: 410 })
  })

  test('ATH-07 an address asks for ten resets an hour, and a name for twenty', async () => {
    const ask = (name: string, address: string) => post(app, 'reset-password', { name }, undefined, address)
    for (let tries = 0; tries < 10; tries++) expect((await ask(`any-${tries}`, '10.9.9.9')).status).toBe(200)
    expect(await ask('any', '10.9.9.9')).toMatchObject({ status: 429, body: { error: 'request.tooMany' } })
    for (let tries = 0; tries < 20; tries++) expect((await ask('wanted', `10.9.8.${tries}`)).status).toBe(200)
    expect(await ask('wanted', '10.9.7.1')).toMatchObject({ status: 429 })
  })

  test('ATH-07 a member cannot be kept from a reset in a known network', async () => {
    const name = aName()
    await aMember(app, name)
    await call(app, 'POST', '/api/auth/me', { body: { name, password: `${name}-secret` }, address: '10.1.2.3' })
    for (let tries = 0; tries < 20; tries++) await post(app, 'reset-password', { name }, undefined, `10.8.8.${tries}`)
    expect((await post(app, 'reset-password', { name }, undefined, '10.8.7.1')).status).toBe(429)
    expect((await post(app, 'reset-password', { name }, undefined, '10.1.2.3')).status).toBe(200)
  })
  test('ATH-05 without MAIL_DOMAIN the server says that it receives no mail', async () => {
    const silent = await startApp({ libraryDirs: [], scan: false })
    try {
      const member = await aMember(silent, aName())
      const password = `${member.user.name}-secret`
      const off = { status: 404, body: { error: 'mail.off' } }
      expect(silent.mail).toBeNull()
      expect((await call(silent, 'GET', '/api/auth/me')).body).toMatchObject({ mail: false })
      expect(await post(silent, 'link-email', { password }, member.token)).toMatchObject(off)
      expect(await post(silent, 'reset-password', { name: member.user.name })).toMatchObject(off)
    } finally {
      await silent.close()
    }
  })
})
