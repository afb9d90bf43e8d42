import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import type { Session } from '@otodana/contract'
import type { Page } from '@playwright/test'

import { hydrated } from './hydrated.ts'
import { startServer } from './start-server.ts'

/** A work's folder, and the files in it. */
export type Folders = Record<string, Record<string, string | Uint8Array>>

/** Starts a server with a library of its own, for tests that change it. */
export async function startOwnSite(folders: Folders, env: Record<string, string> = {}) {
  const library = mkdtempSync(join(tmpdir(), 'otodana-own-'))
  for (const [folder, files] of Object.entries(folders)) {
    for (const [path, content] of Object.entries(files)) {
      const file = join(library, folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
    }
  }
  const server = await startServer({ env: { LIBRARY_DIRS: library, ...env } })
  const ask = (method: string, path: string, token: string, body?: object) =>
    fetch(`${server.url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  let accounts = 0
  return {
    server,
    ask,
    /** The first one is the administrator. */
    async register(name: string): Promise<Session> {
      accounts += 1
      const answer = await fetch(`${server.url}/api/auth/reg`, {
        method: 'POST',
        // Few accounts are made from one address.
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.1.${accounts}` },
        body: JSON.stringify({ name, password: 'rain on the roof' }),
      })
      return (await answer.json()) as Session
    },
    async stop() {
      await server.stop()
      rmSync(library, { recursive: true, force: true })
    },
  }
}

/** Opens a page with an account. */
export async function openAs(page: Page, { token }: Session, path: string): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate((given) => localStorage.setItem('jwt-token', given), token)
  await page.goto(path)
  await hydrated(page)
}
