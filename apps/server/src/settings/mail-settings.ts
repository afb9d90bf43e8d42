import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { domainToASCII } from 'node:url'

import * as z from 'zod'

/** Settings for receiving mail. */
export type MailSettings = {
  /** The domain of the address that receives mail, after the `@`; ASCII, lower case. */
  domain: string
  /** null: another server of the same database receives mail. */
  port: number | null
  /** The address to listen on; null: all. */
  host: string | null
  /** Resolvers, `address` or `address:port`; empty: the system's. */
  dns: string[]
  /** Absolute paths; null: a certificate is generated at each start. */
  tls: { certPath: string; keyPath: string } | null
}

const DEFAULT_PORT = 25
const MAX_PORT = 65_535
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

export const mailVariables = {
  MAIL_DOMAIN: z
    .string()
    .trim()
    .transform((text) => domainToASCII(text.replace(/\.$/, '')))
    .refine(isDomain, { error: 'must be a domain such as listen.example' })
    .optional(),
  MAIL_PORT: z
    .string()
    .trim()
    .refine((text) => text === 'off' || (/^\d{1,5}$/.test(text) && Number(text) <= MAX_PORT), {
      error: `must be a whole number from 0 to ${MAX_PORT}, or off`,
    })
    .transform((text) => (text === 'off' ? null : Number(text)))
    .optional(),
  MAIL_HOST: z
    .string()
    .trim()
    .refine((text) => isIP(text) !== 0, { error: 'must be an address such as 0.0.0.0 or ::' })
    .optional(),
  MAIL_DNS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .refine((servers) => servers.every(isResolver), {
      error: 'must hold addresses such as 127.0.0.1, 127.0.0.1:5353 or [::1]:5353, separated by commas',
    }),
  MAIL_TLS_CERT: AbsolutePath(),
  MAIL_TLS_KEY: AbsolutePath(),
}

type Variables = {
  MAIL_DOMAIN?: string | undefined
  MAIL_PORT?: number | null | undefined
  MAIL_HOST?: string | undefined
  MAIL_DNS: string[]
  MAIL_TLS_CERT?: string | undefined
  MAIL_TLS_KEY?: string | undefined
}

/** @returns null if mail is off */
export function mailSettings(value: Variables): MailSettings | null {
  const { MAIL_DOMAIN: domain, MAIL_TLS_CERT: certPath, MAIL_TLS_KEY: keyPath } = value
  if (domain === undefined) return null
  return {
    domain,
    port: value.MAIL_PORT === undefined ? DEFAULT_PORT : value.MAIL_PORT,
    host: value.MAIL_HOST ?? null,
    dns: value.MAIL_DNS,
    tls: certPath === undefined || keyPath === undefined ? null : { certPath, keyPath },
  }
}

/** Errors that concern several variables. */
export function mailMistakes(given: Record<string, string>): string[] {
  const others = ['MAIL_PORT', 'MAIL_HOST', 'MAIL_DNS', 'MAIL_TLS_CERT', 'MAIL_TLS_KEY'].filter((name) => name in given)
  return [
    ...(given.MAIL_DOMAIN === undefined && others.length > 0
      ? [`MAIL_DOMAIN: must be set when ${others.join(', ')} is, or no mail is received`]
      : []),
    ...missingPartner(given, 'MAIL_TLS_CERT', 'MAIL_TLS_KEY'),
    ...missingPartner(given, 'MAIL_TLS_KEY', 'MAIL_TLS_CERT'),
  ]
}

function missingPartner(given: Record<string, string>, name: string, partner: string): string[] {
  return name in given && !(partner in given) ? [`${partner}: must be set when ${name} is`] : []
}

function AbsolutePath() {
  return z.string().refine(isAbsolute, { error: 'must be an absolute path' }).optional()
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  return text.length <= 200 && labels.length >= 2 && labels.every((label) => LABEL.test(label)) && isIP(text) === 0
}

/** `127.0.0.1`, `127.0.0.1:53`, `::1`, `[::1]:53`. */
function isResolver(text: string): boolean {
  if (isIP(text) !== 0) return true
  const [, address = '', port = ''] = /^(?:\[([\da-f:]+)\]|([\d.]+)):(\d{1,5})$/i.exec(text)?.filter(Boolean) ?? []
  return isIP(address) !== 0 && Number(port) >= 1 && Number(port) <= MAX_PORT
}
