import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { callbackify } from 'node:util'

import type { Logger } from 'pino'
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'

import { AppError } from '#http/app-error.ts'
import type { Limits } from '#http/limits.ts'
import { networkOf } from '#http/network-of.ts'
import { createPlaces } from '#http/places-at-once.ts'
import type { MailSettings } from '../mail-settings.ts'

import { foldAddress } from './address.ts'
import type { Inbox } from './inbox.ts'
import { createResolve } from './resolver.ts'
import { type Certificate, makeCertificate } from './self-signed.ts'

const LOCAL_PART = 'verify'
const MAX_BYTES = 1024 * 1024
const MAX_CLIENTS = 50
/** Nobody keeps the others out. Large providers send from many addresses at once, and wait for a place. */
const MAX_OF_ONE_NETWORK = 10
const IDLE_MS = 30_000
/** Whoever sends a byte at a time is not idle. */
const MAX_SESSION_MS = 180_000
const CLOSE_MS = 2_000
/** Certificates from outside are renewed while the server runs. */
const REREAD_MS = 12 * 3_600_000

export type MailFigures = { accepted: number; refused: number; deferred: number }

export type MailServer = {
  /** Begins to receive, where the settings want it to. */
  listen(): Promise<void>
  /** null: it does not listen. */
  port(): number | null
  figures(): Readonly<MailFigures>
  close(): Promise<void>
}

type Deps = { settings: MailSettings; inbox: Inbox; limits: Limits; log: Pick<Logger, 'info' | 'warn'> }

/** The one address that mail is taken for. */
export function mailboxAt({ domain }: MailSettings): string {
  return `${LOCAL_PART}@${domain}`
}

/**
 * Takes mail for one address (SMTP, with TLS where the sender wants it) and hands on what it says and whether it is
 * genuine; the mail itself is kept nowhere. It sends none, and answers only whoever hands one over.
 */
export function createMailServer({ settings, inbox, limits, log }: Deps): MailServer {
  const mailbox = mailboxAt(settings)
  const newResolve = createResolve(settings.dns)
  const connections = limits.create({ name: 'mail-address', points: 120, seconds: 600 })
  const places = createPlaces({ ofOne: MAX_OF_ONE_NETWORK, inAll: MAX_CLIENTS })
  /** By connection. */
  const leaving = new Map<string, () => void>()
  const figures: MailFigures = { accepted: 0, refused: 0, deferred: 0 }
  let server: SMTPServer | null = null
  let rereading: NodeJS.Timeout | undefined

  /** The answer to one mail. */
  async function answerTo(bytes: Buffer, session: SMTPServerSession): Promise<void> {
    const [{ readMail }, { isGenuine }] = await Promise.all([import('./read-mail.ts'), import('./genuine.ts')])
    const head = await readMail(bytes)
    if (typeof head === 'string') throw refusal(550, head)
    const { subject, from, to, isAnswer } = head
    if (!(await inbox.isAwaited(subject))) {
      throw refusal(550, 'Nobody waits for a mail with this subject, or no longer; nothing else is read here')
    }
    if (!to.includes(mailbox)) throw refusal(550, `It must be addressed to ${mailbox}`)
    const sender = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
    const envelope = { ip: session.remoteAddress, helo: session.hostNameAppearsAs, sender }
    const isWritten = !isAnswer && sender !== ''
    const proof = isWritten
      ? await isGenuine(bytes, from, envelope, { resolve: newResolve(), mta: settings.domain })
      : 'no'
    if (proof === 'unsure') throw refusal(451, 'A name server did not answer, so that the sender is not known for now')
    const genuine = proof === 'yes' ? 'genuine' : 'notGenuine'
    const outcome = await inbox.receive({ subject, from, verdict: isWritten ? genuine : 'notWritten' })
    if (outcome !== 'accepted') throw refusal(550, REASONS[outcome])
  }

  async function settle(bytes: Buffer | null, session: SMTPServerSession): Promise<void> {
    try {
      if (bytes === null) throw refusal(552, `It is larger than ${MAX_BYTES} bytes`)
      await answerTo(bytes, session)
      figures.accepted++
      log.info({ address: session.remoteAddress }, 'mail accepted')
    } catch (error) {
      const told =
        error instanceof SmtpError ? error : refusal(451, 'Something went wrong here; please try again later')
      if (told.responseCode >= 500) figures.refused++
      else figures.deferred++
      const found = { address: session.remoteAddress, code: told.responseCode, reason: told.message }
      if (told === error) log.info(found, 'mail refused')
      else log.warn({ ...found, err: error }, 'mail could not be looked at')
      throw told
    }
  }

  async function greet({ id, remoteAddress }: SMTPServerSession): Promise<void> {
    await orLater(() => void leaving.set(id, places.take(networkOf(remoteAddress))))
    await count(remoteAddress)
  }

  const count = (address: string) => orLater(() => connections.take(networkOf(address)))

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
        done(foldAddress(address) === mailbox ? null : refusal(550, `Mail is taken for ${mailbox} alone`))
      },
      onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
        await settle(await collect(stream), session)
        return 'Thank you, it has been received'
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
      // Of connections: a peer that went away, or cannot agree on TLS.
      opened.on('error', (error) => log.info({ err: error }, 'a connection for mail failed'))
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
      log.warn({ err: error }, 'the certificate for mail was not read anew; the one of before stays')
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
  unknown: 'What it was to prove is out of time, or has been proven',
  notGenuine: 'Neither SPF nor DKIM shows that it comes from the domain it names; it was not used',
  notWritten: 'It is an answer, or was sent by a program; please write a new mail',
  fromAnother: 'It is not from the address that is linked to the account',
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

/** Whoever has come too often, or too often at once, is asked to come again. */
async function orLater(take: () => void | Promise<void>): Promise<void> {
  try {
    await take()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw refusal(421, 'Too many mails from your network; please try again later')
  }
}

/** @returns null when it is too large */
async function collect(stream: SMTPServerDataStream): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes <= MAX_BYTES) chunks.push(chunk)
  }
  return sizeBytes > MAX_BYTES || stream.sizeExceeded ? null : Buffer.concat(chunks)
}
