import { expect, test } from 'vitest'

import { readConfig } from './config.ts'
import { startLines } from './start-lines.ts'

const setupCode = 'abcd-efgh-jkmn'

test.each([
  [{}, 'http://127.0.0.1:8080'],
  [{ HOST: '0.0.0.0', BASE_PATH: '/otodana' }, 'http://127.0.0.1:8080/otodana'],
  [{ HOST: '::1' }, 'http://[::1]:8080'],
  [{ PUBLIC_URL: 'https://listen.example', BASE_PATH: '/otodana' }, 'https://listen.example/otodana'],
])('RUN-14 with %j a start prints the address to open, %s', (env, site) => {
  const address = { address: '::', family: 'IPv6', port: 8080 }
  const [listens, ...lines] = startLines(readConfig(env), { address, isDemo: false, setupCode })
  expect(listens).toMatch(/^Otodana \S+ listens on http:\/\/(127\.0\.0\.1|\[::1\]):8080/)
  expect(listens?.endsWith(site) || lines.includes(`Open it at ${site}`)).toBe(true)
  expect(lines).toContain(`Set it up at ${site}/setup#code=${setupCode}`)
})
