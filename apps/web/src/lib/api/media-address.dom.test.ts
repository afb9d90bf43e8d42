import { afterEach, expect, test } from 'vitest'

import { setApiBase } from './api-base.ts'
import { mediaAddress, setMediaToken } from './media-address.ts'

const A = 'https://a.example'
const B = 'https://b.example'

afterEach(() => {
  setMediaToken('')
  setApiBase('')
})

test('ATH-02 in an open library, addresses stay as they are', () => {
  expect(mediaAddress('/api/cover/1.jpg?type=main')).toBe('/api/cover/1.jpg?type=main')
})

test('ATH-02 where only members may, they say by the token for media whose they are', () => {
  setMediaToken('a.b+c')
  expect(mediaAddress('/api/cover/1.jpg?type=main')).toBe('/api/cover/1.jpg?type=main&token=a.b%2Bc')
  const stream = `${location.origin}/api/media/stream/1/2`
  expect(mediaAddress(stream)).toBe(`${stream}?token=a.b%2Bc`)
})

test('ATH-02 other origins do not receive the token', () => {
  setMediaToken('a.b.c')
  for (const url of [
    'https://elsewhere.example/api/media/stream/1/2',
    `blob:${location.origin}/0af1`,
    'data:image/png;base64,AAAA',
    '//elsewhere.example/api/cover/1.jpg',
    '/works?keyword=a',
    '',
  ]) {
    expect(mediaAddress(url)).toBe(url)
  }
})

test('HLT-04 files and covers are at the chosen base, wherever the API said that they are', () => {
  setApiBase(B, [A, B])
  for (const origin of ['', location.origin, A, B]) {
    expect(mediaAddress(`${origin}/api/media/stream/1/2?format=opus`)).toBe(`${B}/api/media/stream/1/2?format=opus`)
  }
  // Without a choice, another address's URLs point to the page's own.
  setApiBase('', [A, B])
  expect(mediaAddress(`${B}/api/cover/1.jpg`)).toBe(`${location.origin}/api/cover/1.jpg`)
  expect(mediaAddress('/api/cover/1.jpg')).toBe('/api/cover/1.jpg')
})

test('HLT-04 ATH-02 the chosen base receives the token, and no other origin does', () => {
  setMediaToken('a.b.c')
  setApiBase(B, [A, B])
  expect(mediaAddress('/api/cover/1.jpg?type=main')).toBe(`${B}/api/cover/1.jpg?type=main&token=a.b.c`)
  for (const url of [
    `https://elsewhere.example/api/cover/1.jpg`,
    `${B}/works`,
    `${B}.evil.example/api/cover/1.jpg`,
    '',
  ]) {
    expect(mediaAddress(url)).toBe(url)
  }
})
