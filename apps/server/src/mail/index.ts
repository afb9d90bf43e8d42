export { foldAddress } from './address.ts'
export { createMailServer, type MailServer, mailboxAt, type MailFigures } from './mail-server.ts'
export type { Inbox, ReceivedMail } from './inbox.ts'
