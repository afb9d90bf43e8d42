import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { oldestBrowsers, onlyKnownBuiltIns, scriptTargets } from './vite/browsers.ts'
import { chunkLoading, workersBesideScripts } from './vite/chunk-loading.ts'
import { chunkGroups, chunks } from './vite/chunks.ts'
import { shortClassNames } from './vite/class-names.ts'
import { leanContract } from './vite/lean-contract.ts'
import { leanRouter } from './vite/lean-router.ts'
import { licences, licencesOfWorkers } from './vite/licences.ts'
import { oldIosNotice } from './vite/old-ios-notice.ts'
import { shortProperties, shortPropertyNames } from './vite/property-names.ts'
import { reactModules } from './vite/react-modules.ts'
import { serviceWorker } from './vite/service-worker.ts'

/** Modules of features and packages, and zod's, have no side effects: unused exports can be removed. */
const definesOnly = /web[\\/]src[\\/](features|ui)[\\/].*\.tsx?$|packages[\\/]|node_modules[\\/]zod[\\/]/

/**
 * Where the React Compiler is worth its code size, which about doubles a component: parts that render several times a
 * second during playback.
 */
const redrawnOften = ['/features/player/', '/features/lyrics/']

const sources = join(import.meta.dirname, 'src')
const shortenProperties = shortPropertyNames(sources)

export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // The loader too: no screen is part of another one's first load. Except not-found and error components, which
      // must be available when nothing else loads.
      codeSplittingOptions: { defaultBehavior: [['component', 'pendingComponent', 'loader']] },
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
    }),
    react({
      compiler: { sources: redrawnOften },
      // Places links below the base path, which development has not. It has no `createElement`, which the compiler calls
      // for a `key` after a spread: put the key first.
      jsxImportSource: command === 'build' ? '#lib/jsx' : 'react',
    }),
    inlineStyles(),
    shortProperties(shortenProperties),
    oldIosNotice(shortenProperties),
    leanContract(),
    ...(isSsrBuild
      ? []
      : [
          leanRouter(),
          reactModules(),
          chunkLoading(),
          workersBesideScripts(),
          licences(),
          onlyKnownBuiltIns(),
          serviceWorker(),
          precompress(),
        ]),
  ],
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: 'src/entry-server.tsx',
        copyPublicDir: false,
        emptyOutDir: true,
        target: 'node26',
        // The source stays in memory, with two bytes for each character if one is not ASCII.
        minify: true,
        // One file, read at the start: a server keeps working while another build replaces this one.
        rolldownOptions: { output: { entryFileNames: 'entry-server.js', codeSplitting: false, charset: 'ascii' } },
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        target: scriptTargets,
        cssTarget: oldestBrowsers,
        rolldownOptions: {
          input: 'src/entry-client.tsx',
          treeshake: { moduleSideEffects: (id) => !definesOnly.test(id) },
          // Inlines constants of all kinds, across modules: saves two hundred bytes of every first load.
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          output: {
            // Entry and shared chunks only have names where necessary, because the core lists every chunk and sheet.
            // A hash has no pattern that compression could use, so they are as short as is safe: 28 bits.
            hashCharacters: 'hex',
            chunkFileNames: ({ name, isDynamicEntry }) =>
              isDynamicEntry || name in chunks ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
            assetFileNames: 'assets/[hash:7][extname]',
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
  // A self-contained server bundle: React's production build is chosen at build time, and nothing is resolved at run
  // time. In development this would break CommonJS packages.
  ssr: command === 'build' ? { noExternal: true } : {},
  // Of Node's code Vite leaves it to the environment, so React's development build would be in the file too.
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': JSON.stringify('production') } } : {}),
  // In development, classes have the names that they have in the source.
  ...(command === 'build' ? { css: { modules: { generateScopedName: shortClassNames(sources) } } } : {}),
  worker: { format: 'es', plugins: () => [workersBesideScripts(), onlyKnownBuiltIns(), licencesOfWorkers()] },
  resolve: {
    alias: [
      // Without the shim for old versions of React.
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
    ],
  },
}))

/** Keeps the content of the router's style element on hydration, unlike its plugin's default. */
function inlineStyles(): Plugin {
  return {
    name: 'otodana:inline-styles',
    enforce: 'post',
    apply: 'build',
    config: () => ({ define: { 'process.env.TSS_INLINE_CSS_ENABLED': JSON.stringify('true') } }),
  }
}

/** Writes a brotli copy of every text asset, at a quality too slow for on-the-fly compression. */
function precompress(): Plugin {
  return {
    name: 'otodana:precompress',
    apply: 'build',
    writeBundle({ dir }) {
      if (!dir) return
      for (const entry of readdirSync(join(dir, 'assets'), { withFileTypes: true, recursive: true })) {
        if (!entry.isFile() || !/\.(?:js|css|svg|json)$/.test(entry.name)) continue
        const file = join(entry.parentPath, entry.name)
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
        const text = readFileSync(file)
        if (text.length > 1_000) writeFileSync(`${file}.br`, brotliCompressSync(text, { params }))
      }
    },
  }
}
