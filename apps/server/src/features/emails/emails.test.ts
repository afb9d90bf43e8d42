import { once } from 'node:events'
import { connect } from 'node:net'

import type { EmailVerification, MailRefusal, Session, User } from '@otodana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { aMailWorld, type Mail, type MailWorld } from '../../../test/a-mail-world.ts'
import { aMember, anAddress, type Answer, call, logInAs } from '../../../test/accounts.ts'
import { dialects } from '../../../test/databases.ts'
import { startApp, TEST_ADMIN_TOKEN, type TestApp } from '../../../test/start-app.ts'

import { createEmailRepository } from './emails.repository.ts'

type LinkCheck = { user: User | null; attempt: number; refused: MailRefusal | null }
type ResetCheck = { isReceived: boolean; attempt: number; refused: MailRefusal | null }

const post = <T>(app: TestApp, path: string, body: unknown, token?: string, address?: string): Promise<Answer<T>> =>
  call<T>(app, 'POST', `/api/auth/${path}`, { body, token, address })

async function linkOf(app: TestApp, { user, token }: Session): Promise<EmailVerification> {
  const { status, body } = await post<EmailVerification>(app, 'link-email', { password: `${user.name}-secret` }, token)
  expect(status).toBe(200)
  return body
}

const checkLink = (app: TestApp, { verifyId }: EmailVerification, { token }: Session) =>
  post<LinkCheck>(app, 'link-email/check', { verifyId }, token)

async function resetOf(app: TestApp, name: string): Promise<EmailVerification> {
  const { status, body } = await post<EmailVerification>(app, 'reset-password', { name }, undefined, anAddress())
  expect(status).toBe(200)
  return body
}

const checkReset = (app: TestApp, { verifyId }: EmailVerification) =>
  post<ResetCheck>(app, 'reset-password/check', { verifyId })

const finishReset = (app: TestApp, { verifyId }: EmailVerification, newPassword: string) =>
  post<Session & { error?: string }>(app, 'reset-password/finish', { verifyId, newPassword })

let world: MailWorld
beforeAll(async () => {
  world = await aMailWorld()
  world.addDomain('plain.example')
  world.addDomain('spf-only.example', { dkim: false })
  world.addDomain('dkim-only.example', { spf: 'nowhere' })
  world.addDomain('strict.example', { dmarc: 'v=DMARC1; p=reject' })
  world.addDomain('news.strict.example')
  world.addDomain('sub.plain.example')
  world.addDomain('unsent.example', { spf: 'nowhere', dkim: false, dmarc: 'v=DMARC1; p=none' })
  world.addDomain('evil.example')
  // Anybody may have a name below it.
  world.addDomain('github.io', { dmarc: 'v=DMARC1; p=reject' })
  world.addDomain('member.github.io')
  world.addDomain('thief.github.io')
  // What `pl\u00adain.example` is, its letters taken as they stand.
  world.addDomain('xn--plain-1ha.example', { dmarc: 'v=DMARC1; p=reject' })
  world.addDomain('away.example', { dkim: false })
  world.zone.set('away.example TXT', 'fails')
})
afterAll(() => world.close())

let serial = 0
const aName = () => `member-${++serial}`
const portOf = (app: TestApp) => app.mail!.port()!

/** A member with an address that is linked. */
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
    const other = await aLinked(app, `first-${dialect}@plain.example`)
    expect((await call(app, 'GET', '/api/auth/me', { token: other.token })).body).toMatchObject({
      user: { email: `first-${dialect}@plain.example` },
    })
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

  test('ATH-05 nothing is linked once the member has ended his sessions, begun anew, or deleted the account', async () => {
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
    // Neither this one nor another that was begun before sets it once more.
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

  test('ATH-06 a reset that was proven is of no use once the owner has changed his password or unlinked the address', async () => {
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

  test('ATH-05 whoever asks too often is told to begin anew', async () => {
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

describe('which mail counts', () => {
  let app: TestApp
  let member: Session
  let link: EmailVerification
  beforeAll(async () => {
    app = await startApp({ libraryDirs: [], env: world.env, scan: false })
    member = await aMember(app, 'administrator')
  })
  beforeEach(async () => {
    await app.database.write.updateTable('account').set({ email: null }).execute()
    link = await linkOf(app, member)
  })
  afterAll(() => app.close())

  const send = (mail: Partial<Mail>) =>
    world.send(portOf(app), { from: 'me@plain.example', subject: link.subject, ...mail })
  const refused = async () => (await checkLink(app, link, member)).body.refused

  const forged = { envelope: { from: 'thief@evil.example', to: 'verify@listen.example' } }

  test.each<[string, Partial<Mail>]>([
    ['SPF, for the domain itself', { from: 'me@spf-only.example' }],
    ['DKIM, for the domain itself', { from: 'me@dkim-only.example', signedBy: 'dkim-only.example' }],
    ['DKIM, handed over by another server', { signedBy: 'plain.example', ...forged }],
    ['DMARC, by the domain’s own signature', { from: 'me@strict.example', signedBy: 'strict.example', ...forged }],
    ['DMARC, by a domain below one where anybody may have a name', { from: 'me@member.github.io' }],
    ['DMARC, by a domain below it', { from: 'me@strict.example', signedBy: 'news.strict.example', ...forged }],
    [
      'a signature that leaves the recipient out, as some large providers do',
      { signedBy: 'plain.example', unsigned: 'to', ...forged },
    ],
    ['a subject that was broken and spaced otherwise', {}],
  ])('ATH-05 genuine by %s', async (_how, mail) => {
    const subject = link.subject.replace(' to ', '  to ')
    expect(await send({ subject, ...mail })).toMatchObject({ code: 250 })
    expect((await checkLink(app, link, member)).body.user?.email).toBe(mail.from ?? 'me@plain.example')
  })

  test.each<[string, Partial<Mail>]>([
    ['a forged From', forged],
    ['another domain’s signature', { signedBy: 'evil.example', ...forged }],
    ['a signature of a domain below it, where nothing is published', { signedBy: 'sub.plain.example', ...forged }],
    ['DMARC that fails, even if the domain only wants to know', { from: 'me@unsent.example' }],
    ['DMARC that fails though another domain’s SPF passes', { from: 'me@strict.example', ...forged }],
    [
      'a signature of a neighbour below a domain where anybody may have a name',
      { from: 'me@member.github.io', signedBy: 'thief.github.io', ...forged },
    ],
    [
      'SPF of such a neighbour',
      {
        from: 'me@member.github.io',
        envelope: { from: 'thief@thief.github.io', to: 'verify@listen.example' },
      },
    ],
    [
      'one who has a name, for the domain above where anybody may',
      { from: 'me@github.io', signedBy: 'thief.github.io', ...forged },
    ],
    ['a signature that leaves the subject out', { signedBy: 'plain.example', unsigned: 'subject', ...forged }],
    ['a domain that publishes nothing', { from: 'me@silent.example' }],
  ])('ATH-05 not genuine: %s', async (_how, mail) => {
    expect(await send(mail)).toMatchObject({ code: 550, text: expect.stringContaining('Neither SPF nor DKIM') })
    expect(await refused()).toBe('notGenuine')
    expect((await checkLink(app, link, member)).body.user).toBeNull()
  })

  test.each<[string, Partial<Mail>]>([
    ['an automatic answer', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['one of older programs', { headers: { Precedence: 'auto_reply' } }],
    ['a reply', { inReplyTo: '<1@listen.example>' }],
    ['a mail of a list', { headers: { 'List-Id': '<a.plain.example>' } }],
    ['a report', { envelope: { from: '', to: 'verify@listen.example' } }],
  ])('ATH-05 nobody has written %s', async (_what, mail) => {
    expect(await send(mail)).toMatchObject({ code: 550, text: expect.stringContaining('please write a new mail') })
    expect(await refused()).toBe('notWritten')
  })

  test.each<[string, Partial<Mail>, string]>([
    ['two addresses in From', { from: 'me@plain.example, other@evil.example' }, 'exactly one address'],
    [
      'another address in To',
      { to: 'other@plain.example', envelope: { from: 'me@plain.example', to: 'verify@listen.example' } },
      'addressed to',
    ],
    ['another subject', { subject: 'hello' }, 'Nobody waits'],
    ['a reply’s subject', { subject: 're' }, 'Nobody waits'],
  ])('ATH-05 refused: %s', async (what, mail, reason) => {
    const subject = what.startsWith('a reply') ? `Re: ${link.subject}` : (mail.subject ?? link.subject)
    expect(await send({ ...mail, subject })).toMatchObject({ code: 550, text: expect.stringContaining(reason) })
    expect((await checkLink(app, link, member)).body.user).toBeNull()
  })

  test('ATH-05 a domain with letters that do not show is not the one that it looks like', async () => {
    const head = ['From: me@pl\u00adain.example', `To: ${world.mailbox}`, `Subject: ${link.subject}`]
    const raw = `${head.join('\r\n')}\r\n\r\nsent by a test\r\n`
    expect(await send({ raw, signedBy: 'xn--plain-1ha.example', ...forged })).toMatchObject({ code: 550 })
    expect((await checkLink(app, link, member)).body.user).toBeNull()
  })

  test('ATH-05 mail for anybody else is not taken: the server passes nothing on', async () => {
    for (const to of ['postmaster@listen.example', 'somebody@plain.example']) {
      expect(await send({ to })).toMatchObject({ code: 550, text: expect.stringContaining('alone') })
    }
  })

  test('ATH-05 a mail over a megabyte is refused', async () => {
    expect(await send({ text: 'x'.repeat(70).concat('\n').repeat(16_000) })).toMatchObject({ code: 552 })
  })

  test('ATH-05 while a name server is away the sender is asked to come again', async () => {
    expect(await send({ from: 'me@away.example' })).toMatchObject({ code: 451 })
    expect(await refused()).toBeNull()
    world.zone.set('away.example TXT', ['v=spf1 ip4:127.0.0.1 -all'])
    expect(await send({ from: 'me@away.example' })).toMatchObject({ code: 250 })
  })

  test('ATH-05 what nobody waits for asks no name server', async () => {
    const before = world.names.asked.length
    await send({ subject: 'cheap', from: 'me@asked.example' })
    expect(world.names.asked).toHaveLength(before)
  })

  test('ATH-05 what became of mails is counted', async () => {
    const count = async (result: string) => {
      const { body } = await call<string>(app, 'GET', '/metrics', { token: TEST_ADMIN_TOKEN })
      return Number(new RegExp(`^otodana_mails_total\\{result="${result}"\\} (\\d+)`, 'm').exec(body)?.[1])
    }
    const [accepted, refusedBefore] = [await count('accepted'), await count('refused')]
    await send({})
    await send({ subject: 'hello' })
    expect([await count('accepted'), await count('refused')]).toEqual([accepted + 1, refusedBefore + 1])
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

  test('ATH-05 ATH-06 as many resets are waited for as may, and not one more; they keep nobody from linking', async () => {
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

  test('ATH-07 nobody keeps a member from a reset where he has logged in before', async () => {
    const name = aName()
    await aMember(app, name)
    await call(app, 'POST', '/api/auth/me', { body: { name, password: `${name}-secret` }, address: '10.1.2.3' })
    for (let tries = 0; tries < 20; tries++) await post(app, 'reset-password', { name }, undefined, `10.8.8.${tries}`)
    expect((await post(app, 'reset-password', { name }, undefined, '10.8.7.1')).status).toBe(429)
    expect((await post(app, 'reset-password', { name }, undefined, '10.1.2.3')).status).toBe(200)
  })

  test('ATH-05 a flood from one network is put off', async () => {
    const flooded = await startApp({ libraryDirs: [], env: world.env, scan: false })
    try {
      // Few at once, as many as are let in in all.
      for (let round = 0; round < 30; round++) {
        const greetings = await Promise.all(Array.from({ length: 4 }, () => greetingOf(portOf(flooded))))
        expect(new Set(greetings)).toEqual(new Set(['220']))
      }
      expect(await greetingOf(portOf(flooded))).toBe('421')
    } finally {
      await flooded.close()
    }
  })

  test('ATH-05 one network holds ten connections at once, and makes room by leaving', async () => {
    const crowded = await startApp({ libraryDirs: [], env: world.env, scan: false })
    const sockets = Array.from({ length: 10 }, () => connect(portOf(crowded), '127.0.0.1'))
    try {
      await Promise.all(sockets.map((socket) => once(socket, 'data')))
      expect(await greetingOf(portOf(crowded))).toBe('421')
      sockets.pop()?.destroy()
      await expect.poll(() => greetingOf(portOf(crowded))).toBe('220')
    } finally {
      for (const socket of sockets) socket.destroy()
      await crowded.close()
    }
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

/** The number that a server greets whoever connects with; he has left by then. */
async function greetingOf(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  try {
    const [first] = (await once(socket, 'data')) as [Buffer]
    const left = once(socket, 'close')
    socket.end('QUIT\r\n')
    await left
    return first.toString('latin1', 0, 3)
  } finally {
    socket.destroy()
  }
}
