import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'

import { publishBuild } from '../../../../../scripts/build-web.ts'
import { pageRoutes } from './pages.ts'

/** A renderer whose page contains its entry, as the real one does. */
const renderer = (build: string) => `
export const languageOf = () => ({ locale: 'en', dir: 'ltr' })
export const appManifest = async () => ({})
export const leanHtml = (html) => html
export const setBasePath = () => {}
export const render = async () =>
  new Response('<script src="/assets/entry-${build}.js"></script>', { headers: { 'content-type': 'text/html' } })`

function aWebApp() {
  const web = mkdtempSync(join(tmpdir(), 'otodana-build-'))
  onTestFinished(() => rmSync(web, { recursive: true }))
  const dist = join(web, 'dist')

  /** Replaces the build: its own entry and chunk, and a chunk that never changes. */
  function publish(build: string): void {
    const files = {
      'client/.vite/manifest.json': JSON.stringify({
        'src/entry-client.tsx': { file: `assets/entry-${build}.js`, isEntry: true },
      }),
      [`client/assets/entry-${build}.js`]: `entry ${build}`,
      [`client/assets/entry-${build}.js.br`]: `packed ${build}`,
      [`client/assets/screen-${build}.js`]: `screen ${build}`,
      'client/assets/same.js': 'same',
      'client/sw.js': `worker ${build}`,
      [`client/${build}.svg`]: '<svg/>',
      'server/entry-server.js': renderer(build),
      'server/package.json': '{"type":"module"}',
    }
    const folder = join(dist, '.building-1')
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    publishBuild(folder, dist)
    rmSync(folder, { recursive: true })
  }

  /** A server for the current build. */
  async function serve(): Promise<(path: string, encoding?: string) => Promise<{ status: number; text: string }>> {
    const app = Fastify()
    const webDir = pathToFileURL(`${web}/`)
    await pageRoutes(app, { mode: 'built', origin: () => 'http://localhost', log: pino({ level: 'silent' }), webDir })
    onTestFinished(() => app.close())
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    return async (path, encoding = 'identity') => {
      const response = await fetch(url + path, { headers: { 'accept-encoding': encoding } })
      return { status: response.status, text: await response.text() }
    }
  }
  return { dist, publish, serve }
}

test('ADM-18 a server goes on with its build when another one takes its place', async () => {
  const { publish, serve } = aWebApp()
  publish('one')
  const get = await serve()
  publish('two')
  expect(await get('/works')).toEqual({ status: 200, text: '<script src="/assets/entry-one.js"></script>' })
  expect(await get('/assets/entry-one.js')).toEqual({ status: 200, text: 'entry one' })
  expect(await get('/assets/screen-one.js')).toEqual({ status: 200, text: 'screen one' })
  expect(await get('/assets/same.js')).toEqual({ status: 200, text: 'same' })
  expect(await get('/sw.js')).toEqual({ status: 200, text: 'worker one' })
})

test('ADM-18 pages of the build before load their chunks from a server of the next', async () => {
  const { publish, serve } = aWebApp()
  publish('one')
  publish('two')
  const get = await serve()
  expect(await get('/works')).toEqual({ status: 200, text: '<script src="/assets/entry-two.js"></script>' })
  expect(await get('/assets/screen-one.js')).toEqual({ status: 200, text: 'screen one' })
  expect(await get('/sw.js')).toEqual({ status: 200, text: 'worker two' })
  expect((await get('/one.svg')).text).not.toBe('<svg/>')
})

test('ADM-18 an asset goes with the third build without it, counted from the last build with it', () => {
  const { dist, publish } = aWebApp()
  const has = (name: string) => existsSync(join(dist, 'client/assets', name))
  for (const build of ['one', 'two', 'three']) publish(build)
  expect([has('entry-one.js'), has('entry-one.js.br')]).toEqual([true, true])
  publish('one')
  for (const build of ['four', 'five']) publish(build)
  expect([has('entry-one.js'), has('entry-two.js')]).toEqual([true, false])
  publish('six')
  expect([has('entry-one.js'), has('entry-one.js.br'), has('same.js')]).toEqual([false, false, true])
})
