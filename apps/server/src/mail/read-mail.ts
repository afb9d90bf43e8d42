import { simpleParser } from 'mailparser'

import { foldAddress } from './address.ts'

/** The parsed header of a mail. */
export type MailHead = {
  subject: string
  /** Normalised. */
  from: string
  /** Normalised. */
  to: string[]
  /** An automatic answer, a reply, a forwarded mail, or one of a mailing list. */
  isAnswer: boolean
}

/** Larger headers are abuse. */
const MAX_HEAD_BYTES = 64 * 1024
const MAX_LINE_LENGTH = 2_000
/** Each needs DNS queries for its key. */
const MAX_SIGNATURES = 10
const ONCE = ['From', 'To', 'Subject']
/** Fields of replies, mailing lists and automatic answers. */
const OF_ANSWERS = ['in-reply-to', 'references', 'list-id', 'x-autoreply', 'x-autorespond']
const PRECEDENCES = /^(bulk|list|junk|auto_reply)\b/i

/**
 * Parses the header of a mail.
 *
 * @param bytes  the whole mail
 * @returns a reason to reject it, if it is ambiguous or would take long to parse
 */
export async function readMail(bytes: Buffer): Promise<MailHead | string> {
  const end = bytes.indexOf('\r\n\r\n')
  const head = (end === -1 ? bytes : bytes.subarray(0, end)).toString('latin1')
  if (head.length > MAX_HEAD_BYTES) return `The header is longer than ${MAX_HEAD_BYTES} bytes`
  if (/(?:^|[^\r])\n|\r(?!\n)|\0/.test(head)) return 'The header has invalid line endings'
  const lines = head.split(/\r\n(?![ \t])/).filter((line) => line !== '')
  const fields = new Map<string, string[]>()
  for (const line of lines) {
    const [, name = '', value = ''] = /^([!-9;-~]+):(.*)$/s.exec(line) ?? []
    if (name === '') return 'The header has an invalid line'
    fields.getOrInsertComputed(name.toLowerCase(), () => []).push(value.trim())
  }
  for (const name of ONCE) {
    const values = fields.get(name.toLowerCase()) ?? []
    if (values.length !== 1) return `The mail must have exactly one ${name}`
    if ((values[0] ?? '').length > MAX_LINE_LENGTH) return `The ${name} is too long`
  }
  if ((fields.get('dkim-signature') ?? []).length > MAX_SIGNATURES) return 'The mail has too many signatures'

  const read = lines.filter((line) => /^(from|to|subject):/i.test(line)).join('\r\n')
  const { from, to, subject } = await simpleParser(Buffer.from(`${read}\r\n\r\n`, 'latin1'))
  const [sender, ...others] = from?.value ?? []
  const address = foldAddress(sender?.address ?? '')
  if (address === null || others.length > 0 || namesSeveral(fields.get('from')?.[0] ?? '')) {
    return 'The mail must be from exactly one address'
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
 * Whether there is an unquoted address in place of the name: `one@a.example <two@b.example>`. A provider that lets
 * customers choose the header may have verified the first, while we would use the second.
 */
function namesSeveral(from: string): boolean {
  const unquoted = from.replace(/"(?:[^"\\]|\\.)*"/gs, ' ')
  const addresses = unquoted.match(/[^\s<>(),:;"@]+@[^\s<>(),:;"@]+/g) ?? []
  return new Set(addresses.map((one) => one.toLowerCase())).size > 1
}
