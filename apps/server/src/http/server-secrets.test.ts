import { chmodSync, fstatSync, fsyncSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { replaceInFs } from '../../test/replace-in-fs.ts'
import { aFolder } from '../../test/work-folders.ts'
import { ensureSecret } from './server-secrets.ts'

function aLog() {
  const lines: string[] = []
  return { lines, warn: (_fields: unknown, text?: string) => void lines.push(text ?? '') }
}

test('ADM-12 a secret is made once, whole, and for its owner only', () => {
  using folder = aFolder()
  const log = aLog()
  const secret = ensureSecret(folder.path, 'admin-token', log)
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(ensureSecret(folder.path, 'admin-token', log)).toBe(secret)
  expect(readFileSync(join(folder.path, 'admin-token'), 'utf8')).toBe(`${secret}\n`)
  expect(statSync(join(folder.path, 'admin-token')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder.path)).toEqual(['admin-token'])
  expect(log.lines).toEqual([])
})

test.each(['', '\n', '   \n'])(
  'ADM-12 a file of a secret that is empty gets a new one, and that is said: %j',
  (left) => {
    using folder = aFolder()
    const log = aLog()
    writeFileSync(join(folder.path, 'admin-token'), left)
    chmodSync(join(folder.path, 'admin-token'), 0o644)
    const secret = ensureSecret(folder.path, 'admin-token', log)
    expect(readFileSync(join(folder.path, 'admin-token'), 'utf8')).toBe(`${secret}\n`)
    expect(statSync(join(folder.path, 'admin-token')).mode & 0o777).toBe(0o600)
    expect(log.lines).toEqual([expect.stringContaining('was empty')])
  },
)

test('ADM-12 a file that holds something else is left as it is', () => {
  using folder = aFolder()
  writeFileSync(join(folder.path, 'admin-token'), 'mine')
  expect(() => ensureSecret(folder.path, 'admin-token', aLog())).toThrow('holds no secret')
  expect(readFileSync(join(folder.path, 'admin-token'), 'utf8')).toBe('mine')
})

test('ADM-12 with a full disk a secret is good until the stop, and nothing half-written stays', () => {
  using folder = aFolder()
  const log = aLog()
  function onFullDisk() {
    using _full = replaceInFs('writeFileSync', () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    })
    return ensureSecret(folder.path, 'session-secret', log)
  }
  const secret = onFullDisk()
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(readdirSync(folder.path)).toEqual([])
  expect(log.lines).toEqual([expect.stringContaining('the disk is full')])
  expect(ensureSecret(folder.path, 'session-secret', log)).not.toBe(secret)
})

test('ADM-12 a secret is kept on a file system that cannot flush folders, as some over a network', () => {
  using folder = aFolder()
  const flush = fsyncSync
  let refused = 0
  using _disk = replaceInFs('fsyncSync', (file) => {
    if (!fstatSync(file).isDirectory()) return flush(file)
    refused += 1
    throw Object.assign(new Error('EINVAL: invalid argument, fsync'), { code: 'EINVAL' })
  })
  const secret = ensureSecret(folder.path, 'admin-token', aLog())
  expect(refused).toBe(1)
  expect(readFileSync(join(folder.path, 'admin-token'), 'utf8')).toBe(`${secret}\n`)
  expect(readdirSync(folder.path)).toEqual(['admin-token'])
})
