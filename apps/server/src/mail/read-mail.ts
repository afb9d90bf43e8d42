import { simpleParser } from 'mailparser'

import { foldAddress } from './address.ts'

/** What a mail says of itself. */
export type MailHead = {
  subject: string
  /** Folded. */
  from: string
  /** Folded. */
  to: string[]
  /** A program's answer, a reply, a forwarded mail, or one of a list. */
  isAnswer: boolean
}

/** Larger heads are a burden, not mail. */
const MAX_HEAD_BYTES = 64 * 1024
const MAX_LINE_LENGTH = 2_000
/** Each costs questions about its key. */
const MAX_SIGNATURES = 10
const ONCE = ['From', 'To', 'Subject']
/** What a mail has that answers another one, or goes round. */
const OF_ANSWERS = ['in-reply-to', 'references', 'list-id', 'x-autoreply', 'x-autorespond']
const PRECEDENCES = /^(bulk|list|junk|auto_reply)\b/i

/**
 * Reads the head of a mail.
 *
 * @param bytes  of the whole mail
 * @returns why it is refused, where two programs could read it as two different mails, or it would take long
 */
export async function readMail(bytes: Buffer): Promise<MailHead | string> {
  const end = bytes.indexOf('\r\n\r\n')
  const head = (end === -1 ? bytes : bytes.subarray(0, end)).toString('latin1')
  if (head.length > MAX_HEAD_BYTES) return `Its head is longer than ${MAX_HEAD_BYTES} bytes`
  if (/(?:^|[^\r])\n|\r(?!\n)|\0/.test(head)) return 'Its lines do not end as they have to'
  const lines = head.split(/\r\n(?![ \t])/).filter((line) => line !== '')
  const fields = new Map<string, string[]>()
  for (const line of lines) {
    const [, name = '', value = ''] = /^([!-9;-~]+):(.*)$/s.exec(line) ?? []
    if (name === '') return 'Its head has a line that is none of a head'
    fields.getOrInsertComputed(name.toLowerCase(), () => []).push(value.trim())
  }
  for (const name of ONCE) {
    const values = fields.get(name.toLowerCase()) ?? []
    if (values.length !== 1) return `It must have exactly one ${name}`
    if ((values[0] ?? '').length > MAX_LINE_LENGTH) return `Its ${name} is too long`
  }
  if ((fields.get('dkim-signature') ?? []).length > MAX_SIGNATURES) return 'It has too many signatures'

  const read = lines.filter((line) => /^(from|to|subject):/i.test(line)).join('\r\n')
  const { from, to, subject } = await simpleParser(Buffer.from(`${read}\r\n\r\n`, 'latin1'))
  const [sender, ...others] = from?.value ?? []
  const address = foldAddress(sender?.address ?? '')
  if (address === null || others.length > 0 || namesSeveral(fields.get('from')?.[0] ?? '')) {
    return 'It must be from exactly one address'
  }
  const recipients = [to ?? []].flat().flatMap((list) => list.value.map((one) => foldAddress(one.address ?? '')))
  return {
    subject: subject ?? '',
    from: address,
    to: recipients.filter((recipient) => recipient !== null),
    isAnswer:
      OF_ANSWERS.some((key) => fields.has(key)) ||
      (fields.get('precedence') ?? []).some((value) => PRECEDENCES.test(value)) ||
      (fields.get('auto-submitted') ?? []).some((value) => value.toLowerCase() !== 'no'),
  }
}

/**
 * Whether an address stands where a name should, without quotes: `one@a.example <two@b.example>`. Whoever let a customer send
 * it may have taken the one for its sender, and we would take the other.
 */
function namesSeveral(from: string): boolean {
  const unquoted = from.replace(/"(?:[^"\\]|\\.)*"/gs, ' ')
  const addresses = unquoted.match(/[^\s<>(),:;"@]+@[^\s<>(),:;"@]+/g) ?? []
  return new Set(addresses.map((one) => one.toLowerCase())).size > 1
}
