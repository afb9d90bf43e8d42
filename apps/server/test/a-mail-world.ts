import { generateKeyPairSync } from 'node:crypto'

import { createTransport, type SendMailOptions } from 'nodemailer'

import { aNameServer, type NameServer, type Zone } from './a-name-server.ts'

const SELECTOR = 'test'
const OWN_DOMAIN = 'listen.example'

type Records = {
  /** Whether its own servers, which are on this machine, may send for it; on by default. */
  spf?: 'here' | 'nowhere' | 'none'
  /** Whether its mail can be signed; on by default. */
  dkim?: boolean
  /** Its DMARC record. */
  dmarc?: string
}

export type Mail = Omit<SendMailOptions, 'to' | 'dkim'> & {
  from: string
  subject: string
  to?: string
  /** The domain that signs it. */
  signedBy?: string
  /** Header lines that the signature leaves out, `subject:to`. */
  unsigned?: string
}

/** How the server answered. */
type Delivery = { code: number; text: string }

export type MailWorld = {
  /** Settings of a server that lives in it; its port is chosen by the system. */
  env: Record<string, string>
  mailbox: string
  names: NameServer
  zone: Zone
  addDomain(name: string, records?: Records): void
  /** Hands a real mail to a server, as the mail server of its sender would. */
  send(port: number, mail: Mail): Promise<Delivery>
  close(): Promise<void>
}

/** Domains with name servers and keys of their own, from which mail can be sent: genuine, forged, or in between. */
export async function aMailWorld(): Promise<MailWorld> {
  const zone: Zone = new Map()
  const names = await aNameServer(zone)
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const mailbox = `verify@${OWN_DOMAIN}`

  return {
    env: { MAIL_DOMAIN: OWN_DOMAIN, MAIL_PORT: '0', MAIL_HOST: '127.0.0.1', MAIL_DNS: names.address },
    mailbox,
    names,
    zone,

    addDomain(name, { spf = 'here', dkim = true, dmarc } = {}) {
      const allowed = spf === 'here' ? 'ip4:127.0.0.1 ' : ''
      zone.set(`${name} TXT`, spf === 'none' ? [] : [`v=spf1 ${allowed}-all`])
      if (dkim) zone.set(`${SELECTOR}._domainkey.${name} TXT`, [`v=DKIM1; k=rsa; p=${key}`])
      if (dmarc !== undefined) zone.set(`_dmarc.${name} TXT`, [dmarc])
    },

    async send(port, { to = mailbox, signedBy, unsigned, ...mail }) {
      const transport = createTransport({
        host: '127.0.0.1',
        port,
        name: 'mta.example',
        // The server has made its certificate itself.
        requireTLS: true,
        tls: { rejectUnauthorized: false },
      })
      const dkim =
        signedBy === undefined
          ? {}
          : {
              dkim: {
                domainName: signedBy,
                keySelector: SELECTOR,
                privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
                ...(unsigned === undefined ? {} : { skipFields: unsigned }),
              },
            }
      try {
        const { response } = await transport.sendMail({ text: 'sent by a test', ...mail, ...dkim, to })
        return deliveryOf(response)
      } catch (error) {
        const { response } = error as { response?: string }
        if (response === undefined) throw error
        return deliveryOf(response)
      } finally {
        transport.close()
      }
    },

    close: () => names.close(),
  }
}

function deliveryOf(response: string): Delivery {
  return { code: Number(response.slice(0, 3)), text: response.slice(4) }
}
