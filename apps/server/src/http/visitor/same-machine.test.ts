import { expect, test } from 'vitest'

import { isFromSameMachine } from './same-machine.ts'

function isSame(headers: Record<string, string>, remoteAddress = '127.0.0.1', httpVersion = '1.1'): boolean {
  return isFromSameMachine({ headers, httpVersion, socket: { remoteAddress } })
}

test.each([
  [{ host: '127.0.0.1:8080' }, '127.0.0.1'],
  [{ host: 'localhost:8080' }, '::ffff:127.0.0.1'],
  [{ host: '[::1]:8080' }, '::1'],
  [{ host: 'otodana.localhost' }, '127.0.0.1'],
  [{ host: 'localhost:8080', origin: 'http://localhost:8080' }, '127.0.0.1'],
])('RUN-08 %j from %s is on the same machine', (headers, address) => {
  expect(isSame(headers, address)).toBe(true)
})

test.each([
  [{ host: '127.0.0.1:8080' }, '192.168.1.5'],
  [{ host: '127.0.0.1:8080' }, '172.17.0.1'],
  [{ host: 'library.example' }, '127.0.0.1'],
  [{ host: 'localhost.example' }, '127.0.0.1'],
  [{ host: '127.0.0.1.example' }, '127.0.0.1'],
  [{}, '127.0.0.1'],
  [{ host: 'localhost', 'x-forwarded-for': '192.0.2.1' }, '127.0.0.1'],
  [{ host: 'localhost', 'x-forwarded-proto': 'https' }, '127.0.0.1'],
  [{ host: 'localhost', 'x-real-ip': '127.0.0.1' }, '127.0.0.1'],
  [{ host: 'localhost', forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
  [{ host: 'localhost', via: '1.1 proxy' }, '127.0.0.1'],
  [{ host: 'localhost', 'cf-connecting-ip': '192.0.2.1' }, '127.0.0.1'],
  [{ host: 'localhost:8080', origin: 'https://library.example' }, '127.0.0.1'],
  [{ host: 'localhost:8080', origin: 'http://localhost:3000' }, '127.0.0.1'],
  [{ host: 'localhost:8080', origin: 'null' }, '127.0.0.1'],
])('RUN-08 %j from %s may be on another machine', (headers: Record<string, string>, address) => {
  expect(isSame(headers, address)).toBe(false)
})

test('RUN-08 nginx without further settings is not the same machine: it speaks HTTP 1.0', () => {
  expect(isSame({ host: '127.0.0.1:8080' }, '127.0.0.1', '1.0')).toBe(false)
})
