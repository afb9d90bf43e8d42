import type { EmailVerification, Session } from '@otodana/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { aMailWorld, type Mail, type MailWorld } from '../../../test/a-mail-world.ts'
import { aMember, call } from '../../../test/accounts.ts'
import { checkLink, linkOf, portOf } from '../../../test/mail-calls.ts'
import { startApp, TEST_ADMIN_TOKEN, type TestApp } from '../../../test/start-app.ts'

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
  // A public suffix, below which anyone may register.
  world.addDomain('github.io', { dmarc: 'v=DMARC1; p=reject' })
  world.addDomain('member.github.io')
  world.addDomain('thief.github.io')
  // Literal punycode of `pl\u00adain.example`.
  world.addDomain('xn--plain-1ha.example', { dmarc: 'v=DMARC1; p=reject' })
  world.addDomain('away.example', { dkim: false })
  world.zone.set('away.example TXT', 'fails')
})
afterAll(() => world.close())

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
  ['DMARC, by a domain below a public suffix', { from: 'me@member.github.io' }],
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
    'a signature of a neighbour below a public suffix',
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
    'a registered domain, for the public suffix above it',
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
])('ATH-05 a mail with %s proves nothing', async (_what, mail) => {
  expect(await send(mail)).toMatchObject({ code: 550, text: expect.stringContaining('please write a new one') })
  expect(await refused()).toBe('notWritten')
})

test.each<[string, Partial<Mail>, string]>([
  ['two addresses in From', { from: 'me@plain.example, other@evil.example' }, 'exactly one address'],
  [
    'another address in To',
    { to: 'other@plain.example', envelope: { from: 'me@plain.example', to: 'verify@listen.example' } },
    'addressed to',
  ],
  ['another subject', { subject: 'hello' }, 'No pending verification'],
  ['a reply’s subject', { subject: 're' }, 'No pending verification'],
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

test('ATH-05 mail for other addresses is refused: the server relays nothing', async () => {
  for (const to of ['postmaster@listen.example', 'somebody@plain.example']) {
    expect(await send({ to })).toMatchObject({ code: 550, text: expect.stringContaining('only') })
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

test('ATH-05 an unexpected mail causes no DNS query', async () => {
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
