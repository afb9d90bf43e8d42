import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { callbackify } from 'node:util'

import type { Logger } from 'pino'
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'

import { AppError } from '#http/errors/app-error.ts'
import type { Limits } from '#http/limits/limits.ts'
import { networkOf } from '#http/visitor/network-of.ts'
import { createConcurrencyLimit } from '#http/limits/concurrency-limit.ts'
import type { MailSettings } from '#settings/mail-settings.ts'

import { foldAddress } from './address.ts'
import type { Inbox } from './inbox.ts'
import { createResolve } from './resolver.ts'
import { type Certificate, makeCertificate } from './self-signed.ts'

const LOCAL_PART = 'verify'
const MAX_BYTES = 1024 * 1024
const MAX_CLIENTS = 50
/** Keeps one network from blocking the others. Large providers send from many addresses at once, and retry. */
const MAX_OF_ONE_NETWORK = 10
const IDLE_MS = 30_000
/** Limits a peer that sends one byte at a time, which is not idle. */
const MAX_SESSION_MS = 180_000
const CLOSE_MS = 2_000
/** How often certificate files are read, because they are renewed while the server runs. */
const REREAD_MS = 12 * 3_600_000

type MailFigures = { accepted: number; refused: number; deferred: number }

export type MailServer = {
  /** Starts to receive, if configured. */
  listen(): Promise<void>
  /** null while it does not listen. */
  port(): number | null
  figures(): Readonly<MailFigures>
  close(): Promise<void>
}

type Deps = { settings: MailSettings; inbox: Inbox; limits: Limits; log: Pick<Logger, 'info' | 'warn'> }

/** Returns the only address that mail is accepted for. */
export function mailboxAt({ domain }: MailSettings): string {
  return `${LOCAL_PART}@${domain}`
}

/**
 * Receives mail for one address (SMTP, with optional TLS) and passes on its content and whether it is genuine. Mails
 * are not stored. The server sends none; it only answers the peer.
 */
export function createMailServer({ settings, inbox, limits, log }: Deps): MailServer {
  const mailbox = mailboxAt(settings)
  const newResolve = createResolve(settings.dns)
  const connections = limits.create({ name: 'mail-address', points: 120, seconds: 600 })
  const clients = createConcurrencyLimit({ ofOne: MAX_OF_ONE_NETWORK, inAll: MAX_CLIENTS })
  /** By connection. */
  const leaving = new Map<string, () => void>()
  const figures: MailFigures = { accepted: 0, refused: 0, deferred: 0 }
  let server: SMTPServer | null = null
  let rereading: NodeJS.Timeout | undefined

  /** @throws {SmtpError} the mail is rejected */
  async function answerTo(bytes: Buffer, session: SMTPServerSession): Promise<void> {
    const [{ readMail }, { isGenuine }] = await Promise.all([import('./read-mail.ts'), import('./genuine.ts')])
    const head = await readMail(bytes)
    if (typeof head === 'string') throw refusal(550, head)
    const { subject, from, to, isAnswer } = head
    if (!(await inbox.isAwaited(subject))) {
      throw refusal(550, 'No pending verification matches this subject')
    }
    if (!to.includes(mailbox)) throw refusal(550, `The mail must be addressed to ${mailbox}`)
    const sender = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
    const envelope = { ip: session.remoteAddress, helo: session.hostNameAppearsAs, sender }
    const isWritten = !isAnswer && sender !== ''
    const proof = isWritten
      ? await isGenuine(bytes, from, envelope, { resolve: newResolve(), mta: settings.domain })
      : 'no'
    if (proof === 'unsure')
      throw refusal(451, 'A name server did not answer, so the sender cannot be verified at the moment')
    const genuine = proof === 'yes' ? 'genuine' : 'notGenuine'
    const outcome = await inbox.receive({ subject, from, verdict: isWritten ? genuine : 'notWritten' })
    if (outcome !== 'accepted') throw refusal(550, REASONS[outcome])
  }

  async function settle(bytes: Buffer | null, session: SMTPServerSession): Promise<void> {
    try {
      if (bytes === null) throw refusal(552, `The mail is larger than ${MAX_BYTES} bytes`)
      await answerTo(bytes, session)
      figures.accepted++
      log.info({ address: session.remoteAddress }, 'mail accepted')
    } catch (error) {
      const told = error instanceof SmtpError ? error : refusal(451, 'Internal error; please try again later')
      if (told.responseCode >= 500) figures.refused++
      else figures.deferred++
      const found = { address: session.remoteAddress, code: told.responseCode, reason: told.message }
      if (told === error) log.info(found, 'mail refused')
      else log.warn({ ...found, err: error }, 'mail could not be processed')
      throw told
    }
  }

  async function greet({ id, remoteAddress }: SMTPServerSession): Promise<void> {
    await orLater(() => void leaving.set(id, clients.take(networkOf(remoteAddress))))
    await count(remoteAddress)
  }

  const count = (address: string) =>
    orLater(async () => {
      await connections.take(networkOf(address))
    })

  async function open(): Promise<SMTPServer> {
    const { SMTPServer } = await import('smtp-server')
    return new SMTPServer({
      ...certificateOf(settings),
      name: settings.domain,
      banner: 'Otodana',
      logger: false,
      disabledCommands: ['AUTH'],
      authOptional: true,
      disableReverseLookup: true,
      size: MAX_BYTES,
      maxClients: MAX_CLIENTS,
      maxRecipients: 5,
      socketTimeout: IDLE_MS,
      closeTimeout: CLOSE_MS,
      onConnect: callbackify(greet),
      onMailFrom: callbackify((_from: unknown, { remoteAddress }: SMTPServerSession) => count(remoteAddress)),
      onRcptTo: ({ address }, _session, done) => {
        done(foldAddress(address) === mailbox ? null : refusal(550, `Mail is accepted for ${mailbox} only`))
      },
      onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
        await settle(await collect(stream), session)
        return 'Message accepted'
      }),
      onClose({ id }) {
        leaving.get(id)?.()
        leaving.delete(id)
      },
    })
  }

  return {
    async listen() {
      if (settings.port === null) return
      const opened = await open()
      server = opened
      opened.server.on('connection', (socket: Socket) => {
        const timer = setTimeout(() => socket.destroy(), MAX_SESSION_MS).unref()
        socket.once('close', () => clearTimeout(timer))
      })
      await new Promise<void>((resolve, reject) => {
        opened.once('error', reject)
        opened.listen(settings.port ?? 0, settings.host ?? undefined, () => {
          opened.off('error', reject)
          resolve()
        })
      })
      // Errors of connections: a peer that disconnected, or cannot agree on TLS.
      opened.on('error', (error) => log.info({ err: error }, 'mail connection failed'))
      rereading = setInterval(() => reread(opened), REREAD_MS).unref()
    },

    port() {
      const address = server?.server.address() as AddressInfo | null | undefined
      return address?.port ?? null
    },

    figures: () => figures,

    async close() {
      clearInterval(rereading)
      const closing = server
      server = null
      if (closing) await new Promise<void>((resolve) => closing.close(resolve))
    },
  }

  function reread(opened: SMTPServer): void {
    if (settings.tls === null) return
    try {
      opened.updateSecureContext(certificateOf(settings))
    } catch (error) {
      log.warn({ err: error }, 'mail certificate could not be reloaded; keeping the previous one')
    }
  }
}

class SmtpError extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

const REASONS = {
  unknown: 'The verification has expired or was already completed',
  notGenuine: "Neither SPF nor DKIM confirms the sender's domain; the mail was ignored",
  notWritten: 'The mail is a reply or was sent automatically; please write a new one',
  fromAnother: 'The mail is not from the address linked to the account',
  linkedToAnother: 'This address is linked to another account',
} as const

function refusal(code: number, message: string): SmtpError {
  return new SmtpError(code, message)
}

function certificateOf({ tls, domain }: MailSettings): Certificate {
  if (tls === null) return makeCertificate(domain)
  try {
    const certificate = { cert: readFileSync(tls.certPath, 'utf8'), key: readFileSync(tls.keyPath, 'utf8') }
    createSecureContext(certificate)
    return certificate
  } catch (error) {
    throw new Error(`MAIL_TLS_CERT and MAIL_TLS_KEY cannot be used: ${String(error)}`, { cause: error })
  }
}

/** Turns a reached limit into a temporary failure. */
async function orLater(take: () => void | Promise<void>): Promise<void> {
  try {
    await take()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw refusal(421, 'Too many connections from your network; please try again later')
  }
}

/** @returns null if it is too large */
async function collect(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes <= MAX_BYTES) chunks.push(chunk)
  }
  return sizeBytes > MAX_BYTES || stream.sizeExceeded ? null : Buffer.concat(chunks)
}
