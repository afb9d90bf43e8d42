import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readMail } from './read-mail.ts'

const PLAIN = ['From: A Member <me@plain.example>', 'To: verify@listen.example', 'Subject: hello']

const read = (lines: string[], body = 'text') => readMail(Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'))

describe('the header of a mail', () => {
  test('gives sender, recipients and subject', async () => {
    expect(await read(PLAIN)).toEqual({
      from: 'me@plain.example',
      to: ['verify@listen.example'],
      subject: 'hello',
      isAnswer: false,
    })
  })

  test.each(['me@plain.example <Me@plain.example>', '"my \\"old@plain.example\\"" <me@plain.example>'])(
    'ATH-05 may contain the address as its own name, or any other in quotes: %s',
    async (from) => {
      expect(await read([`From: ${from}`, ...PLAIN.slice(1)])).toMatchObject({ from: 'me@plain.example' })
    },
  )

  test('ATH-05 is decoded: folded lines, other alphabets, international names', async () => {
    const lines = [
      'From: =?utf-8?B?6Z+z5qOa?= <Me@EXAMPLE.xn--q9jyb4c>',
      'To: other@plain.example,\r\n Otodana <VERIFY@listen.example>',
      'Subject: =?utf-8?Q?=E9=9F=B3=E6=A3=9A?=\r\n and more',
    ]
    expect(await read(lines)).toMatchObject({
      from: 'me@example.xn--q9jyb4c',
      to: ['other@plain.example', 'verify@listen.example'],
      subject: '音棚 and more',
    })
  })

  test.each([
    ['two From', [...PLAIN, 'From: other@evil.example'], 'exactly one From'],
    ['two From in other letters', [...PLAIN, 'FROM: other@evil.example'], 'exactly one From'],
    ['no From', PLAIN.slice(1), 'exactly one From'],
    ['two addresses', ['From: me@plain.example, other@evil.example', ...PLAIN.slice(1)], 'exactly one address'],
    ['a group', ['From: us: me@plain.example, other@evil.example;', ...PLAIN.slice(1)], 'exactly one address'],
    [
      'an address for a name',
      ['From: me@plain.example <other@plain.example>', ...PLAIN.slice(1)],
      'exactly one address',
    ],
    [
      'two in brackets',
      ['From: "x" <me@plain.example> <other@plain.example>', ...PLAIN.slice(1)],
      'exactly one address',
    ],
    ['one in a comment', ['From: me@plain.example (other@plain.example)', ...PLAIN.slice(1)], 'exactly one address'],
    ['no address', ['From: Me', ...PLAIN.slice(1)], 'exactly one address'],
    ['two subjects', [...PLAIN, 'Subject: another'], 'exactly one Subject'],
    ['two To', [...PLAIN, 'To: other@evil.example'], 'exactly one To'],
    ['eleven signatures', [...PLAIN, ...Array<string>(11).fill('DKIM-Signature: v=1')], 'too many signatures'],
    ['a From with a space', [...PLAIN, 'From : other@evil.example'], 'invalid line'],
    ['a line without a name', ['From me@plain.example', ...PLAIN], 'invalid line'],
    ['a line feed alone', [...PLAIN, 'X-A: b\nFrom: other@evil.example'], 'invalid line endings'],
    ['a carriage return alone', [...PLAIN, 'X-A: b\rFrom: other@evil.example'], 'invalid line endings'],
  ])('ATH-05 that is ambiguous is rejected: %s', async (_what, lines, reason) => {
    expect(await read(lines)).toContain(reason)
  })

  test.each([
    ['a header', [...PLAIN, ...Array<string>(2_000).fill(`X-A: ${'b'.repeat(30)}`)], 'header is longer'],
    ['a From', [`From: ${'a:'.repeat(1_001)}`, ...PLAIN.slice(1)], 'From is too long'],
    ['a To', [...PLAIN.toSpliced(1, 1), `To: ${'a@b.example, '.repeat(200)}`], 'To is too long'],
    ['a subject', [...PLAIN.slice(0, 2), `Subject: ${'=?utf-8?Q?a?= '.repeat(200)}`], 'Subject is too long'],
  ])('ATH-05 that takes long to parse is rejected: %s', async (_what, lines, reason) => {
    expect(await read(lines)).toContain(reason)
  })

  test.each([
    ['Auto-Submitted: auto-replied', true],
    ['Auto-Submitted: auto-generated; x=y', true],
    ['Auto-Submitted: no', false],
    ['Precedence: bulk', true],
    ['Precedence: first-class', false],
    ['In-Reply-To: <1@plain.example>', true],
    ['References: <1@plain.example>', true],
    ['List-Id: <a.plain.example>', true],
    ['X-Autoreply: yes', true],
    ['Thread-Index: abc', false],
  ])('ATH-05 %s: automatic is %s', async (line, isAnswer) => {
    expect(await read([...PLAIN, line])).toMatchObject({ isAnswer })
  })

  test('the body is ignored', async () => {
    expect(await read(PLAIN, 'From: other@evil.example\r\nIn-Reply-To: x')).toMatchObject({ isAnswer: false })
  })

  test('ATH-05 any bytes are parsed or rejected with a reason', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.boolean(), async (bytes, hasHead) => {
        const head = hasHead ? `${PLAIN.join('\r\n')}\r\n` : ''
        const result = await readMail(Buffer.concat([Buffer.from(head), bytes]))
        expect(['string', 'object']).toContain(typeof result)
      }),
      { numRuns: 200 },
    )
  })
})
