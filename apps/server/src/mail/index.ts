export { createMailServer, type MailServer, mailboxAt } from './mail-server.ts'
export type { Inbox } from './inbox.ts'
