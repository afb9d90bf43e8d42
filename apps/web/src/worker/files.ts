import { buildOf, filesOf, markedAsKept, SHELL } from '../lib/kept-pages.ts'

type Deps = { caches: CacheStorage; fetch: typeof fetch; build: string; addresses: readonly string[] }

const FILES_PREFIX = filesOf('')

/** The program's own files, by build. */
export function createFiles({ caches, fetch, build, addresses }: Deps) {
  return {
    /**
     * Fetches all files of this build, and the shell. One after the other, for nobody waits for them; most are in the
     * browser's own cache, or kept for another build already.
     *
     * @throws {Error} when one does not come; the next try goes on from there
     */
    async fetchAll(): Promise<void> {
      const own = await caches.open(filesOf(build))
      for (const address of addresses) {
        if (await own.match(address)) continue
        const answer = (await caches.match(address)) ?? (await fetch(address))
        if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
        await own.put(address, answer)
      }
      const shell = await fetch(SHELL, { cache: 'no-cache' })
      const html = await shell.text()
      // Of a server that has another build by now it would name files that are not here.
      if (!shell.ok || buildOf(html) !== build) throw new Error('no shell of this build')
      const headers = new Headers(shell.headers)
      for (const name of ['content-encoding', 'content-length']) headers.delete(name)
      await own.put(SHELL, new Response(markedAsKept(html, 0), { headers }))
    },

    /** A file of whatever build is kept, else the network's. */
    async answer(request: Request): Promise<Response> {
      return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)
    },

    /** Once no page of another build is open. */
    async removeOtherBuilds(): Promise<void> {
      for (const name of await caches.keys()) {
        if (name.startsWith(FILES_PREFIX) && name !== filesOf(build)) await caches.delete(name)
      }
    },
  }
}
