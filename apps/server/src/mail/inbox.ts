import type { MailRefusal } from '@otodana/contract'

export type ReceivedMail = {
  /** Decoded, as it was sent. */
  subject: string
  /** The one that it says it is from, folded. */
  from: string
  /** Whether it comes from there, and somebody has written it. */
  verdict: 'genuine' | 'notGenuine' | 'notWritten'
}

/** Who waits for mails. */
export type Inbox = {
  /** Asked before anything is found out about a mail: what nobody waits for costs nothing more. */
  isAwaited(subject: string): Promise<boolean>
  receive(mail: ReceivedMail): Promise<'accepted' | 'unknown' | MailRefusal>
}
