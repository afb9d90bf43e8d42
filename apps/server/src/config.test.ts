import { resolve } from 'node:path'

import { describe, expect, test } from 'vitest'

import { readConfig } from './config.ts'

describe('settings', () => {
  test('every setting has a default, so that nothing has to be set', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      dataDir: resolve('data'),
      libraryDirs: [],
      databaseUrl: null,
      publicUrl: null,
      web: 'built',
    })
  })

  test('an empty variable counts as not set', () => {
    expect(readConfig({ PORT: '', LIBRARY_DIRS: ' ' })).toMatchObject({ port: 8080, libraryDirs: [] })
  })

  test('all mistakes are named at once', () => {
    const env = {
      PORT: 'eighty',
      LIBRARY_DIRS: 'music',
      DATABASE_URL: 'mysql://x',
      SCAN_DEPTH: '0',
      PUBLIC_URL: 'ftp://x',
    }
    const read = () => readConfig(env)
    for (const name of Object.keys(env)) expect(read).toThrow(new RegExp(`^  ${name}: `, 'm'))
  })

  test.each([
    ['/a;/b', ['/a', '/b']],
    ['/a,/b', ['/a', '/b']],
    ['/a\n/b\n', ['/a', '/b']],
    ['/a:/b', ['/a', '/b']],
    ['/a;/a/', ['/a']],
    ['/with space', ['/with space']],
  ])('LIBRARY_DIRS %j is %j', (text, dirs) => {
    expect(readConfig({ LIBRARY_DIRS: text }).libraryDirs).toEqual(dirs)
  })

  test('PUBLIC_URL loses the slash at its end', () => {
    expect(readConfig({ PUBLIC_URL: 'https://listen.example/' }).publicUrl).toBe('https://listen.example')
  })
})
