import type { MailRefusal } from '@otodana/contract'

type ReceivedMail = {
  /** Decoded. */
  subject: string
  /** The address in the header, normalised. */
  from: string
  /** `notWritten`: an automatic answer, a reply or a forwarded mail. */
  verdict: 'genuine' | 'notGenuine' | 'notWritten'
}

/** Receives the mails. */
export type Inbox = {
  /** Called before the mail is checked, so that unexpected mail costs little. */
  isAwaited(subject: string): Promise<boolean>
  receive(mail: ReceivedMail): Promise<'accepted' | 'unknown' | MailRefusal>
}
