import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import { expect, test } from 'vitest'

import { createLimits } from '#http/limits/limits.ts'
import { openRedis } from '#http/limits/redis.ts'

import { endRedis, freePort, startRedis } from '../../test/redis-server.ts'
import { startApp } from '../../test/start-app.ts'
import { aFolder } from '../../test/work-folders.ts'

import { createMailServer, type Inbox, type MailServer } from './index.ts'
import { makeCertificate } from './self-signed.ts'

const settings = { domain: 'listen.example', port: 0, host: '127.0.0.1', dns: [], tls: null }
const nobodyWaits: Inbox = { isAwaited: () => Promise.resolve(false), receive: () => Promise.resolve('unknown') }
const given = { inbox: nobodyWaits, limits: createLimits(null), log: pino({ level: 'silent' }) }

test('ATH-05 senders are shown the operator’s own certificate', async () => {
  using folder = aFolder()
  const tls = { certPath: join(folder.path, 'cert.pem'), keyPath: join(folder.path, 'key.pem') }
  const { cert, key } = makeCertificate('localhost')
  writeFileSync(tls.certPath, cert)
  writeFileSync(tls.keyPath, key)
  const server = createMailServer({ ...given, settings: { ...settings, tls } })
  await server.listen()
  const transport = createTransport({
    host: '127.0.0.1',
    port: server.port() ?? 0,
    requireTLS: true,
    tls: { ca: cert, servername: 'localhost' },
  })
  try {
    expect(await transport.verify()).toBe(true)
  } finally {
    transport.close()
    await server.close()
  }
  expect(server.port()).toBeNull()
})

test('ATH-05 an unusable certificate is reported with its setting', async () => {
  using folder = aFolder()
  const path = join(folder.path, 'cert.pem')
  writeFileSync(path, 'no certificate')
  for (const tls of [
    { certPath: path, keyPath: path },
    { certPath: join(folder.path, 'missing'), keyPath: path },
  ]) {
    const server = createMailServer({ ...given, settings: { ...settings, tls } })
    await expect(server.listen()).rejects.toThrow('MAIL_TLS_CERT and MAIL_TLS_KEY cannot be used')
  }
})

test('ATH-05 an internal error is a temporary failure, and the sender retries', async () => {
  const failing: Inbox = { ...nobodyWaits, isAwaited: () => Promise.reject(new Error('the database is away')) }
  const server = createMailServer({ ...given, settings, inbox: failing })
  await server.listen()
  const transport = createTransport({ host: '127.0.0.1', port: server.port() ?? 0, tls: { rejectUnauthorized: false } })
  try {
    const mail = { from: 'me@plain.example', to: 'verify@listen.example', subject: 'x', text: 'x' }
    await expect(transport.sendMail(mail)).rejects.toThrow('451 Internal error')
    expect(server.figures()).toEqual({ accepted: 0, refused: 0, deferred: 1 })
  } finally {
    transport.close()
    await server.close()
  }
})

test('ATH-05 a flood from one network is deferred', async () => {
  const server = createMailServer({ ...given, settings, limits: createLimits(null) })
  await server.listen()
  try {
    // Few at a time: fewer than the limit of concurrent connections.
    for (let round = 0; round < 30; round++) {
      const greetings = await Promise.all(Array.from({ length: 4 }, () => greetingOf(server)))
      expect(new Set(greetings)).toEqual(new Set(['220']))
    }
    expect(await greetingOf(server)).toBe('421')
  } finally {
    await server.close()
  }
})

test('ATH-05 one network holds ten connections at most, and closing one frees it', async () => {
  const server = createMailServer({ ...given, settings, limits: createLimits(null) })
  await server.listen()
  const sockets = Array.from({ length: 10 }, () => connect(server.port() ?? 0, '127.0.0.1'))
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'data')))
    expect(await greetingOf(server)).toBe('421')
    sockets.pop()?.destroy()
    await expect.poll(() => greetingOf(server)).toBe('220')
  } finally {
    for (const socket of sockets) socket.destroy()
    await server.close()
  }
})

test('ATH-05 connections share the app’s limits, across processes', async () => {
  const redisPort = await freePort()
  const redisServer = await startRedis(redisPort)
  const redisUrl = `redis://127.0.0.1:${redisPort}`
  const redis = await openRedis(redisUrl, given.log)
  try {
    const env = { MAIL_DOMAIN: 'listen.example', MAIL_PORT: '0', MAIL_HOST: '127.0.0.1', REDIS_URL: redisUrl }
    const app = await startApp({ libraryDirs: [], env, scan: false })
    try {
      // It counts locally until it has reached Redis.
      await expect
        .poll(async () => {
          expect(await greetingOf(app.mail!)).toBe('220')
          return redis.keys('otodana:limit:mail-address:*')
        })
        .toEqual(['otodana:limit:mail-address:127.0.0.1'])
      // Another process has used up the limit.
      await redis.incrby('otodana:limit:mail-address:127.0.0.1', 120)
      expect(await greetingOf(app.mail!)).toBe('421')
    } finally {
      await app.close()
    }
  } finally {
    redis.disconnect()
    await endRedis(redisServer)
  }
})

/** Returns the status code of the server's greeting, after the connection has closed. */
async function greetingOf(server: MailServer): Promise<string> {
  const socket = connect(server.port() ?? 0, '127.0.0.1')
  try {
    const [first] = (await once(socket, 'data')) as [Buffer]
    const left = once(socket, 'close')
    socket.end('QUIT\r\n')
    await left
    return first.toString('latin1', 0, 3)
  } finally {
    socket.destroy()
  }
}
