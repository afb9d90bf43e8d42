/** Subtitles of the device without their screens: a page that has nothing but the engine, as it is built for browsers. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'vite'

import type * as engine from '../apps/web/src/features/local-subtitles/engine.ts'
import { contentPolicy } from '../apps/server/src/http/pages/content-policy.ts'
import { ASSET_POLICY } from '../apps/server/src/http/pages/static-assets.ts'
import { scriptTargets } from '../apps/web/vite/browsers.ts'

const root = fileURLToPath(new URL('../apps/web', import.meta.url))

export type Engine = typeof engine

const page = `<!doctype html><meta charset="utf-8"><title>Subtitles</title><link rel="icon" href="data:,">
<input type="file" aria-label="Package"><script type="module" nonce="once">window.engine = await import('/engine.js')</script>`

/** Serves it, under the policies of the real pages and files; `window.engine` of the page is the engine, and its one field takes a package. */
export async function startSubtitleEngine() {
  const outDir = mkdtempSync(join(tmpdir(), 'otodana-engine-'))
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: scriptTargets,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'src/features/local-subtitles/engine.ts'),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'engine.js' },
      },
    },
  })
  const server = createServer(({ url = '/', headers }, response) => {
    if (url === '/') {
      const policy = contentPolicy(`http://${headers.host}`)('once')
      return response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(page)
    }
    const path = url.startsWith('/assets/') ? join(outDir, 'assets', basename(url)) : join(outDir, basename(url))
    return response
      .writeHead(200, { 'content-type': 'text/javascript', 'content-security-policy': ASSET_POLICY })
      .end(readFileSync(path))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: async () => {
      await new Promise((resolve) => server.close(resolve))
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
