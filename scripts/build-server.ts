/**
 * Bundles the server's programs and threads: they start in a fraction of the time that a thousand source files take
 * (docs/adr/0071-the-server-is-bundled.md).
 */
import { type Bundle, bundleFolder, ensureBundled } from './lib/bundle.ts'

const server: Bundle = {
  into: 'apps/server/dist',
  entries: ['apps/server/src/main.ts', 'apps/server/src/cli.ts', 'apps/server/src/**/*.worker.ts'],
  sources: ['apps/server/src', 'apps/server/package.json', 'packages'],
}

/** The folder of the build of the present sources, which may have to be made. */
export const serverBuild = (): string => bundleFolder(server)

/**
 * Makes the build of the present sources unless it is there.
 *
 * @returns its folder, with `main.js`, `cli.js` and the threads
 * @throws {Error} with the bundler's output
 */
export const ensureServerBuilt = (): Promise<string> => ensureBundled(server)

if (import.meta.main) console.log(await ensureServerBuilt())
