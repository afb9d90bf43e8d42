import { resolve } from 'node:path'

import { describe, expect, test } from 'vitest'

import { hintsAt, readConfig } from './config.ts'

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
    ['/a, b; c:/d\n', ['/a, b; c:/d']],
    ['/a,b\n/c;d', ['/a,b', '/c;d']],
  ])('LIBRARY_DIRS %j is %j', (text, dirs) => {
    expect(readConfig({ LIBRARY_DIRS: text }).libraryDirs).toEqual(dirs)
  })

  test.each(['true', '1', 'nginx', '127.0.0.1/0', '10.0.0.0/33', '10.0.0.0/8/8', '127.0.0.1,', '*'])(
    'TRUST_PROXY %j is refused by its name, for it would trust no proxy or all of them',
    (text) => {
      expect(() => readConfig({ TRUST_PROXY: text })).toThrow(/^ {2}TRUST_PROXY: must hold addresses/m)
    },
  )

  test.each([
    ['127.0.0.1', ['127.0.0.1']],
    ['::1, 10.0.0.0/8', ['::1', '10.0.0.0/8']],
    ['loopback', ['loopback']],
  ])('TRUST_PROXY %j is %j', (text, trusted) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(trusted)
    expect(readConfig({}).trustProxy).toBe(false)
  })

  test.each(['https://listen.example/shelf', 'https://listen.example/?a', 'https://me:pw@listen.example'])(
    'PUBLIC_URL %j is refused: nothing is served below a path',
    (text) => {
      expect(() => readConfig({ PUBLIC_URL: text })).toThrow(/^ {2}PUBLIC_URL: must be an address alone/m)
    },
  )

  test.each(['/otodana', '/apps/otodana-2', '/~me/sound.library'])('SUB-01 BASE_PATH %s is taken as it is', (path) => {
    expect(readConfig({ BASE_PATH: path }).basePath).toBe(path)
  })

  test.each([
    'otodana',
    '/',
    '/otodana/',
    '//x',
    '/a//b',
    '/..',
    '/a/../b',
    '/a b',
    '/音',
    '/a%20b',
    '/a?b',
    `/${'x'.repeat(100)}`,
  ])('SUB-01 BASE_PATH %s is refused', (path) => {
    expect(() => readConfig({ BASE_PATH: path })).toThrow(/^ {2}BASE_PATH: must /m)
  })

  test('SUB-01 development serves no base path', () => {
    expect(readConfig({}).basePath).toBe('')
    expect(() => readConfig({ BASE_PATH: '/otodana', OTODANA_WEB: 'dev' })).toThrow(/^ {2}BASE_PATH: cannot/m)
  })

  test('PUBLIC_URL loses the slash at its end', () => {
    expect(readConfig({ PUBLIC_URL: 'https://listen.example/' }).publicUrl).toBe('https://listen.example')
  })

  test('META-07 METADATA_PROXY is for all requests; HTTPS_PROXY for https, and not for the hosts of NO_PROXY', () => {
    const proxyOf = (env: Record<string, string>) => readConfig({ ...env }).metadata.proxy
    const [own, usual] = ['http://own.example:3128', 'http://usual.example:3128']
    expect(proxyOf({})).toBeNull()
    expect(proxyOf({ METADATA_PROXY: own, HTTPS_PROXY: usual })).toEqual({ HTTP_PROXY: own, HTTPS_PROXY: own })
    for (const name of ['HTTPS_PROXY', 'https_proxy'])
      expect(proxyOf({ [name]: usual, NO_PROXY: '.lan' })).toEqual({ HTTPS_PROXY: usual, NO_PROXY: '.lan' })
    expect(() => proxyOf({ HTTPS_PROXY: 'socks5://usual.example' })).toThrow('HTTPS_PROXY')
  })

  test.each(['-1', '366', '1.5', 'never'])('META-05 METADATA_REFRESH_DAYS=%s is refused by name', (days) => {
    expect(() => readConfig({ METADATA_REFRESH_DAYS: days })).toThrow('METADATA_REFRESH_DAYS')
  })

  test('HLT-04 API_ENDPOINTS names addresses by their keys, each of them if it is wanted', () => {
    const text = 'latest=https://a.example/ mirror-100=HTTPS://B.example:8443,\nmirror-300=http://127.0.0.1:9000'
    expect(readConfig({ API_ENDPOINTS: text }).apiEndpoints).toEqual({
      latest: 'https://a.example',
      'mirror-100': 'https://b.example:8443',
      'mirror-300': 'http://127.0.0.1:9000',
    })
    expect(readConfig({}).apiEndpoints).toEqual({})
  })

  test.each([
    ['https://a.example', /"https:\/\/a.example" must be a name and an address.*mirror-300/],
    ['mirror-400=https://a.example', /"mirror-400=https:\/\/a.example" must be a name/],
    ['__proto__=https://a.example', /"__proto__=https:\/\/a.example" must be a name/],
    ['latest=https://a.example,latest=https://b.example', /latest is given twice/],
    ['latest=', /latest must be an http or https address/],
    ['latest=javascript:alert(1)', /latest must be an http or https address/],
    ['original=https://a.example/api', /original must be an address alone/],
    ['original=https://me:pw@a.example', /original must be an address alone/],
    ["original=https://a.example;script-src'unsafe-inline'", /original has a host with odd characters/],
  ])('HLT-04 API_ENDPOINTS %j is refused by what is wrong with it', (text, message) => {
    const read = () => readConfig({ API_ENDPOINTS: text, PORT: 'x' })
    expect(read).toThrow(new RegExp(`^  API_ENDPOINTS: ${message.source}`, 'm'))
    expect(read).toThrow(/^ {2}PORT: /m)
  })

  test('HLT-04 API_ENDPOINTS over http are refused where pages come over https, for no browser asks them', () => {
    const read = () => readConfig({ PUBLIC_URL: 'https://a.example', API_ENDPOINTS: 'mirror-100=http://b.example' })
    expect(read).toThrow(/^ {2}API_ENDPOINTS: mirror-100 must be an https address/m)
  })

  test('MED-01 LIBRARY_URL names prefixes in a store, and how it is reached', () => {
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    const config = readConfig({ LIBRARY_URL: 's3://one/my/works/, s3://two\ns3://one/my/works', ...keys })
    expect(config.libraryUrls).toEqual(['s3://one/my/works', 's3://two'])
    expect(config.s3).toEqual({
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
    const own = { LIBRARY_URL: 's3://two', S3_ENDPOINT: 'http://127.0.0.1:9000/', S3_REGION: 'garage', ...keys }
    expect(readConfig(own).s3).toMatchObject({ endpoint: 'http://127.0.0.1:9000', region: 'garage' })
    expect(readConfig({})).toMatchObject({ libraryUrls: [], s3: null })
  })

  test('ATH-01 a library for members with open registration causes a warning', () => {
    expect(hintsAt(readConfig({ ACCESS: 'members' }))).toEqual([expect.stringContaining('REGISTRATION=closed')])
    expect(hintsAt(readConfig({ ACCESS: 'members', REGISTRATION: 'closed' }))).toEqual([])
    expect(hintsAt(readConfig({}))).toEqual([])
  })

  test('MED-01 all mistakes in the settings of a store are named at once', () => {
    const read = () =>
      readConfig({ LIBRARY_URL: 'https://bucket', S3_ENDPOINT: 'minio:9000', S3_REGION: 'EU west', PORT: 'x' })
    for (const name of [
      'LIBRARY_URL',
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'PORT',
    ]) {
      expect(read).toThrow(new RegExp(`^  ${name}: `, 'm'))
    }
  })

  test.each(['s3://', 's3://a', 's3://bucket/a/../b', 's3://bucket//a', 's3:/bucket', '/disk'])(
    'MED-01 LIBRARY_URL %j is refused',
    (url) => {
      expect(() => readConfig({ LIBRARY_URL: url, S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' })).toThrow(
        /^ {2}LIBRARY_URL: every address must be/m,
      )
    },
  )
})
