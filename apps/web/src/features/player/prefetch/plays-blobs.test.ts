import { expect, test } from 'vitest'

import { playsBlobs } from './plays-blobs.ts'

test.each([
  ['Epiphany', '(X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15', false],
  ['Safari', '(iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5', true],
  [
    'Chrome',
    '(Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    true,
  ],
  ['Firefox', '(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', true],
])('PLY-13 ENG-12 what has been prefetched is played, but not in WebKitGTK: %s', (_, system, plays) => {
  expect(playsBlobs(`Mozilla/5.0 ${system}`)).toBe(plays)
})
