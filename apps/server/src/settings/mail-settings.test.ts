import { describe, expect, test } from 'vitest'

import { readConfig } from '#config.ts'

const mailOf = (env: Record<string, string>) => readConfig(env).mail

describe('ATH-05 settings of mail', () => {
  test('without a domain no mail is received', () => expect(mailOf({})).toBeNull())

  test('a domain is enough', () => {
    expect(mailOf({ MAIL_DOMAIN: 'Listen.Example.' })).toEqual({
      domain: 'listen.example',
      port: 25,
      host: null,
      dns: [],
      tls: null,
    })
    expect(mailOf({ MAIL_DOMAIN: '音棚.例え.jp' })?.domain).toBe('xn--j2vr81h.xn--r8jz45g.jp')
  })

  test('everything can be said', () => {
    const env = {
      MAIL_DOMAIN: 'listen.example',
      MAIL_PORT: '2525',
      MAIL_HOST: '::',
      MAIL_DNS: '127.0.0.1, [::1]:5353 9.9.9.9:53,::1',
      MAIL_TLS_CERT: '/etc/cert.pem',
      MAIL_TLS_KEY: '/etc/key.pem',
    }
    expect(mailOf(env)).toMatchObject({
      port: 2525,
      host: '::',
      dns: ['127.0.0.1', '[::1]:5353', '9.9.9.9:53', '::1'],
      tls: { certPath: '/etc/cert.pem', keyPath: '/etc/key.pem' },
    })
    expect(mailOf({ ...env, MAIL_PORT: 'off' })?.port).toBeNull()
  })

  test.each([
    ['MAIL_DOMAIN', 'localhost'],
    ['MAIL_DOMAIN', 'me@listen.example'],
    ['MAIL_DOMAIN', '127.0.0.1'],
    ['MAIL_DOMAIN', '-a.example'],
    ['MAIL_PORT', 'smtp'],
    ['MAIL_PORT', '65536'],
    ['MAIL_HOST', 'listen.example'],
    ['MAIL_DNS', 'dns.example'],
    ['MAIL_DNS', '127.0.0.1:0'],
    ['MAIL_DNS', '127.0.0.1:99999'],
    ['MAIL_TLS_CERT', 'cert.pem'],
  ])('%s=%s is named as a mistake', (name, value) => {
    const read = () => readConfig({ MAIL_DOMAIN: 'listen.example', [name]: value })
    expect(read).toThrow(new RegExp(`^  ${name}: must`, 'm'))
  })

  test('half a certificate, or a port without a domain, is a mistake', () => {
    expect(() => readConfig({ MAIL_DOMAIN: 'a.example', MAIL_TLS_KEY: '/key' })).toThrow('MAIL_TLS_CERT: must be set')
    expect(() => readConfig({ MAIL_PORT: '25' })).toThrow('MAIL_DOMAIN: must be set when MAIL_PORT is')
  })
})
