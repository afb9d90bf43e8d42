import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { type S3Server, startS3 } from '../../test/s3-server.ts'
import { createS3Client } from './s3-client.ts'
import { listObjects, parsePage } from './s3-list.ts'
import { isPlainKey, parseS3Root } from './s3-settings.ts'
import { createS3Storage } from './s3.ts'
import { type Storage, StorageError } from './storage.ts'

const oddNames = ['雨 音.txt', 'a+b.txt', 'a#b.txt', 'a?b=c&d.txt', '100%25.txt', "it's (1)*!.txt", 'ünï <b> & "q".txt']

let s3: S3Server
let root: string
let storage: Storage

beforeAll(async () => {
  s3 = await startS3()
  root = `s3://${s3.bucket}/my library`
  storage = createS3Storage([root], s3.settings)
  for (const name of oddNames) await s3.put(`my library/odd/${name}`, name)
  await s3.put('my library/rain.txt', '0123456789')
  await s3.put('secret.txt', 'secret')
  await s3.put('my library-private/a.txt', 'a')
})
afterAll(() => s3.close())

/** A fake store, for what the real one never does. */
async function answering(answer: RequestListener): Promise<{ endpoint: string } & AsyncDisposable> {
  const server = createServer(answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => null,
    (error: unknown) => error,
  )
  expect(error).toBeInstanceOf(StorageError)
  return (error as StorageError).failure
}

async function listAll(at = root): Promise<string[]> {
  const place = parseS3Root(at)
  if (!place) throw new Error(`${at} is no root`)
  const pages = await Array.fromAsync(listObjects(createS3Client(s3.settings), place))
  return pages.flat().map(({ key }) => key)
}

test('MED-01 an object is found with its size, and any range of it can be read', async () => {
  const file = await storage.stat({ root, path: 'rain.txt' })
  expect(file).toMatchObject({ sizeBytes: 10, root, pathInRoot: 'rain.txt', realPath: `${root}/rain.txt` })
  expect(file.version).toMatch(/^[a-z\d-]+$/)
  expect((await buffer(await storage.openRange(file, { start: 0, end: 9 }))).toString()).toBe('0123456789')
  expect((await buffer(await storage.openRange(file, { start: 3, end: 5 }))).toString()).toBe('345')
})

test('MED-01 names with spaces, other scripts and every sign that addresses know are found and listed', async () => {
  for (const name of oddNames) {
    const file = await storage.stat({ root, path: `odd/${name}` })
    const bytes = await buffer(await storage.openRange(file, { start: 0, end: file.sizeBytes - 1 }))
    expect(bytes.toString()).toBe(name)
  }
  // The test server escapes XML twice; the parser's own test covers these characters.
  const listable = oddNames.filter((name) => !/[<>&'"]/.test(name))
  expect(await listAll()).toEqual(expect.arrayContaining(listable.map((name) => `my library/odd/${name}`)))
})

test('MED-01 nothing outside the prefix is found or listed', async () => {
  for (const path of [
    '../secret.txt',
    '../my library-private/a.txt',
    'odd/../rain.txt',
    '/rain.txt',
    '',
    'odd',
    'none',
  ]) {
    expect([path, await failureOf(storage.stat({ root, path }))]).toEqual([path, 'missing'])
  }
  expect(await failureOf(storage.stat({ root: `s3://${s3.bucket}`, path: 'secret.txt' }))).toBe('missing')
  const keys = await listAll()
  expect(keys).toHaveLength(oddNames.length + 1)
})

test('MED-01 an object that was replaced after it was found is not opened, and one that was removed is missing', async () => {
  await s3.put('my library/changing.txt', 'one')
  const file = await storage.stat({ root, path: 'changing.txt' })
  await s3.put('my library/changing.txt', 'two')
  expect(await failureOf(storage.openRange(file, { start: 0, end: 2 }))).toBe('changed')
  await s3.remove('my library/changing.txt')
  expect(await failureOf(storage.openRange(file, { start: 0, end: 2 }))).toBe('missing')
})

test('MED-01 MED-04 with a wrong key the whole bucket is away, and no file is missing', async () => {
  const locked = createS3Storage([root], { ...s3.settings, secretAccessKey: 'wrong' })
  expect(await failureOf(locked.stat({ root, path: 'rain.txt' }))).toBe('away')
})

// The test server returns no second page: its tokens need a cipher that no longer exists.
test('MED-01 a list of several pages arrives whole, in the order of its tokens', async () => {
  const page = (key: string, rest: string) =>
    `<ListBucketResult><Contents><Key>${key}</Key><Size>1</Size><LastModified>2026-01-01T00:00:00Z</LastModified>` +
    `</Contents>${rest}</ListBucketResult>`
  const more = (token: string) =>
    `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`
  const pages = new Map([
    [null, page('1', more('a+/=&amp;'))],
    ['a+/=&', page('2', more('b'))],
    ['b', page('3', '<IsTruncated>false</IsTruncated>')],
  ])
  await using server = await answering((request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams
    response.end(pages.get(query.get('continuation-token')) ?? '')
  })
  const ask = createS3Client({ ...s3.settings, endpoint: server.endpoint })
  const listed = await Array.fromAsync(listObjects(ask, { bucket: 'many', keyPrefix: '' }))
  expect(listed.flat().map(({ key }) => key)).toEqual(['1', '2', '3'])
})

test('MED-01 what is no list, or half of one, is an error and not an empty library', () => {
  const object = '<Contents><Key>a</Key><Size>1</Size><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>'
  const list = (inner: string) => `<ListBucketResult xmlns="x">${inner}</ListBucketResult>\n`
  expect(parsePage(list(object)).objects).toEqual([
    { key: 'a', sizeBytes: 1, modifiedMs: Date.UTC(2026, 0, 1), etag: '' },
  ])
  expect(parsePage(list(object.replace('>a<', '>&lt;a&amp;lt;&#x96E8;&#38;&apos;<'))).objects[0]?.key).toBe(
    "<a&lt;雨&'",
  )
  for (const text of [
    '<html><body>Please sign in</body></html>',
    `<ListBucketResult>${object}`,
    list('<IsTruncated>true</IsTruncated>'),
    list(object.replace('<Size>1</Size>', '')),
  ]) {
    expect(() => parsePage(text)).toThrow(StorageError)
  }
})

test('MED-01 keys that are no paths have no place in the tree', () => {
  for (const key of ['', 'a/', '/a', 'a//b', '.', 'a/../b', 'a\0b'])
    expect([key, isPlainKey(key)]).toEqual([key, false])
  for (const key of ['a', 'a/b', '...', 'a b/雨']) expect([key, isPlainKey(key)]).toEqual([key, true])
})

test('MED-01 bytes that break off, or belong to another place, are an error and never a shorter file', async () => {
  const answers = [
    { status: 200, head: { etag: '"e"', 'content-length': '10' }, body: '0123456789' },
    { status: 206, head: { etag: '"e"', 'content-length': '5', 'content-range': 'bytes 0-4/10' }, body: '01234' },
  ]
  await using server = await answering((request, response) => {
    const head = { etag: '"e"', 'last-modified': new Date(0).toUTCString(), 'content-length': '10' }
    if (request.method === 'HEAD') return response.writeHead(200, head).end()
    const answer = answers.shift()
    if (answer) return response.writeHead(answer.status, answer.head).end(answer.body)
    response.writeHead(206, { ...head, 'content-range': 'bytes 0-9/10' })
    return response.write('0123', () => response.destroy())
  })
  const broken = createS3Storage([root], { ...s3.settings, endpoint: server.endpoint })
  const file = await broken.stat({ root, path: 'rain.txt' })
  expect(await failureOf(broken.openRange(file, { start: 5, end: 9 }))).toBe('unreadable')
  expect(await failureOf(broken.openRange(file, { start: 5, end: 9 }))).toBe('unreadable')
  await expect(buffer(await broken.openRange(file, { start: 0, end: 9 }))).rejects.toThrow()
})

test('MED-01 a listener who leaves ends the transfer', async () => {
  const ended = Promise.withResolvers<string>()
  await using server = await answering((request, response) => {
    const head = { etag: '"e"', 'last-modified': new Date(0).toUTCString(), 'content-length': '1000000' }
    if (request.method === 'HEAD') return response.writeHead(200, head).end()
    response.once('close', () => ended.resolve(response.writableFinished ? 'whole' : 'cut off'))
    return response.writeHead(206, { ...head, 'content-range': 'bytes 0-999999/1000000' }).write('begin')
  })
  const endless = createS3Storage([root], { ...s3.settings, endpoint: server.endpoint })
  const stream = await endless.openRange(await endless.stat({ root, path: 'rain.txt' }), { start: 0, end: 999_999 })
  stream.on('error', () => {})
  await new Promise((readable) => stream.once('readable', readable))
  stream.destroy()
  expect(await ended.promise).toBe('cut off')
})

test('MED-04 a store that does not answer, and a bucket without any object of the library, are away', async () => {
  const server = await answering((_, response) => response.end())
  const { endpoint } = server
  await server[Symbol.asyncDispose]()
  const silent = createS3Storage([root], { ...s3.settings, endpoint })
  expect(await failureOf(silent.stat({ root, path: 'rain.txt' }))).toBe('away')
  const bare = `s3://${s3.bucket}/nothing here`
  expect(await failureOf(createS3Storage([bare], s3.settings).stat({ root: bare, path: 'rain.txt' }))).toBe('away')
  await storage.checkRoot(root)
})
