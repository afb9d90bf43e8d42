import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export type Certificate = { cert: string; key: string }

const YEAR_MS = 365 * 86_400_000
const TAG = { boolean: 1, integer: 2, bits: 3, oid: 6, utf8: 12, sequence: 0x30, set: 0x31, time: 0x18 } as const
const VERSION_3 = tagged(0, der(TAG.integer, Buffer.of(2)))
const COMMON_NAME = Buffer.of(0x55, 4, 3)
/** ecdsa-with-SHA256 */
const SIGNATURE = sequence(der(TAG.oid, Buffer.from('2a8648ce3d040302', 'hex')))

/**
 * Creates a self-signed certificate with a new key. Mail servers accept any, because they only encrypt and do not
 * authenticate.
 */
export function makeCertificate(name: string, now: number = Date.now()): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = sequence(
    der(TAG.set, sequence(der(TAG.oid, COMMON_NAME), der(TAG.utf8, Buffer.from(name.slice(0, 64))))),
  )
  // Positive, without leading zero bytes.
  const serial = Buffer.concat([Buffer.of(1), randomBytes(15)])
  const toSign = sequence(
    VERSION_3,
    der(TAG.integer, serial),
    SIGNATURE,
    subject,
    sequence(time(now - 86_400_000), time(now + 10 * YEAR_MS)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(TAG.bits, Buffer.concat([Buffer.of(0), sign('sha256', toSign, privateKey)]))
  const text = sequence(toSign, SIGNATURE, signature)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${text}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content])
  const size = Buffer.alloc(2)
  size.writeUInt16BE(length)
  return Buffer.concat([Buffer.of(tag, 0x82), size, content])
}

function sequence(...parts: Buffer[]): Buffer {
  return der(TAG.sequence, Buffer.concat(parts))
}

function tagged(number: number, content: Buffer): Buffer {
  return der(0xa0 + number, content)
}

/** `20261122131500Z` */
function time(ms: number): Buffer {
  const text = `${new Date(ms).toISOString().slice(0, 19).replace(/\D/g, '')}Z`
  return der(TAG.time, Buffer.from(text))
}
