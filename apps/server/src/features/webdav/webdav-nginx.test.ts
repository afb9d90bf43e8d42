import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { findNginx } from '../../../../../scripts/ensure-test-tools.ts'
import { freePort } from '../../../../../scripts/lib/free-port.ts'
import { aLibrary, type TestLibrary } from '../../../test/a-library.ts'
import { aMember, call } from '../../../test/accounts.ts'
import { createDavClient } from '../../../test/dav-client.ts'
import { startApp, type TestApp } from '../../../test/start-app.ts'

const bytes = Buffer.from(Uint8Array.from({ length: 5_000 }, (_, at) => at & 0xff))
const FILE = '01 雨 50%.mp3'

let library: TestLibrary
let app: TestApp
let folder: string
let nginx: ReturnType<typeof spawn>
let url: string

beforeAll(async () => {
  library = aLibrary({ [`RJ01000001 Rain/${FILE}`]: bytes })
  app = await startApp({ libraryDirs: [library.dir], env: { X_ACCEL_REDIRECT: '/protected' } })
  folder = mkdtempSync(join(tmpdir(), 'otodana-nginx-'))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log stderr warn; events {}
    http {
      access_log off; ${temporary.join(' ')}
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass ${app.url}; proxy_set_header Host $http_host; }
        location /protected/0/ { internal; alias ${library.dir}/; }
      }
    }`,
  )
  nginx = spawn(findNginx() ?? 'nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
})
afterAll(async () => {
  const ended = once(nginx, 'exit')
  nginx.kill()
  await ended
  await app.close()
  library.remove()
  rmSync(folder, { recursive: true, force: true })
})

test('DAV-04 where nginx sends the files, lists give their ETags as nginx does, and conditions hold', async () => {
  await expect
    .poll(() =>
      fetch(`${url}/api/health`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  const { token } = await aMember(app, 'listener')
  const body = { name: 'WebDAV', password: 'listener-secret' }
  const { secret } = (await call<{ secret: string }>(app, 'POST', '/api/auth/app-passwords', { token, body })).body
  const dav = createDavClient(url, { name: 'listener', secret })
  const path = `/dav/works/RJ01000001/${encodeURIComponent(FILE.replace('%', '％'))}`
  const listed = (await dav.propfind(path, '0'))[0]!.found
  const direct = await createDavClient(app.url, { name: 'listener', secret }).send(path)
  expect(direct.headers).toMatchObject({
    'x-accel-redirect': `/protected/0/RJ01000001%20Rain/${encodeURIComponent(FILE)}`,
  })
  expect([direct.headers.etag, direct.body]).toEqual([undefined, ''])

  const sent = await dav.send(path)
  expect(sent.headers.etag).toBe(listed.getetag)
  expect(sent.headers['last-modified']).toBe(listed.getlastmodified)
  expect(sent.headers['content-length']).toBe(listed.getcontentlength)
  const etag = listed.getetag!
  expect((await dav.send(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await dav.send(path, { headers: { 'if-match': '"other"' } })).status).toBe(412)
  const part = await dav.send(path, { headers: { range: 'bytes=65-69', 'if-range': etag } })
  expect([part.status, part.body, part.headers['content-range']]).toEqual([206, 'ABCDE', 'bytes 65-69/5000'])
  expect((await dav.send(path, { method: 'HEAD' })).headers.etag).toBe(etag)
  expect((await fetch(`${url}/protected/0/RJ01000001%20Rain/${encodeURIComponent(FILE)}`)).status).toBe(404)

  const feed = await call<{ feed: { address: string } }>(app, 'POST', '/api/podcast-feed', {
    token,
    body: { work: 'RJ01000001' },
  })
  const xml = await (await fetch(feed.body.feed.address.replace(app.url, url))).text()
  const [, address = ''] = /<enclosure url="([^"]+)"/.exec(xml) ?? []
  const episode = await fetch(address, { headers: { range: 'bytes=65-69' } })
  expect([episode.status, await episode.text(), episode.headers.get('etag')]).toEqual([206, 'ABCDE', etag])
})
