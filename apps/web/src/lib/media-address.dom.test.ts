import { afterEach, expect, test } from 'vitest'

import { mediaAddress, setMediaToken } from './media-address.ts'

afterEach(() => setMediaToken(''))

test('ATH-02 where anybody may listen, addresses are as they are', () => {
  expect(mediaAddress('/api/cover/1.jpg?type=main')).toBe('/api/cover/1.jpg?type=main')
})

test('ATH-02 where only members may, they say by the token for media whose they are', () => {
  setMediaToken('a.b+c')
  expect(mediaAddress('/api/cover/1.jpg?type=main')).toBe('/api/cover/1.jpg?type=main&token=a.b%2Bc')
  const stream = `${location.origin}/api/media/stream/1/2`
  expect(mediaAddress(stream)).toBe(`${stream}?token=a.b%2Bc`)
})

test('ATH-02 nobody else is told the token', () => {
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
