import { buildOf, filesOf, markedAsCached, SHELL } from '#lib/storage/cached-pages.ts'

type Deps = { caches: CacheStorage; fetch: typeof fetch; build: string; addresses: readonly string[] }

const FILES_PREFIX = filesOf('')

/** The app's own files, by build. */
export function createFiles({ caches, fetch, build, addresses }: Deps) {
  return {
    /**
     * Fetches all files of this build and the shell, one after the other; most come from the browser's cache or from
     * another build.
     *
     * @throws {Error} when one fails; the next try continues there
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
      // The shell of a newer build would name files that are not cached.
      if (!shell.ok || buildOf(html) !== build) throw new Error('no shell of this build')
      const headers = new Headers(shell.headers)
      for (const name of ['content-encoding', 'content-length']) headers.delete(name)
      await own.put(SHELL, new Response(markedAsCached(html, 0), { headers }))
    },

    /** Answers with the file of any cached build, else from the network. */
    async answer(request: Request): Promise<Response> {
      return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)
    },

    /** Call once no page of another build is open. */
    async removeOtherBuilds(): Promise<void> {
      for (const name of await caches.keys()) {
        if (name.startsWith(FILES_PREFIX) && name !== filesOf(build)) await caches.delete(name)
      }
    },
  }
}
