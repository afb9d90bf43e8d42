import { createPrivateKey, X509Certificate } from 'node:crypto'

import { expect, test } from 'vitest'

import { makeCertificate } from './self-signed.ts'

test('ATH-05 the generated certificate is valid, with a new key', () => {
  const now = Date.UTC(2026, 10, 22)
  const { cert, key } = makeCertificate('listen.example', now)
  const certificate = new X509Certificate(cert)
  expect(certificate.subject).toBe('CN=listen.example')
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(certificate.validFromDate.getTime()).toBe(now - 86_400_000)
  expect(certificate.validToDate.getTime()).toBeGreaterThan(now + 9 * 365 * 86_400_000)
  expect(makeCertificate('listen.example').key).not.toBe(key)
  expect(new X509Certificate(makeCertificate('a'.repeat(190)).cert).subject).toBe(`CN=${'a'.repeat(64)}`)
})
