import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { oldestBrowsers, onlyKnownBuiltIns, scriptTargets } from './vite/browsers.ts'
import { chunkLoading } from './vite/chunk-loading.ts'
import { chunkGroups, chunks } from './vite/chunks.ts'
import { leanContract } from './vite/lean-contract.ts'
import { licences, licencesOfWorkers } from './vite/licences.ts'
import { oldIosNotice } from './vite/old-ios-notice.ts'
import { serviceWorker } from './vite/service-worker.ts'

/** Modules of features and packages, and zod's, only define things: one whose exports are unused can be left out. */
const definesOnly = /web[\\/]src[\\/](features|ui)[\\/].*\.tsx?$|packages[\\/]|node_modules[\\/]zod[\\/]/

/**
 * Where the React Compiler is worth the code it adds, which is about as much again as the component's own: parts that are
 * drawn several times a second while something plays. Screens are drawn when data arrives.
 */
const redrawnOften = ['/features/player/', '/features/lyrics/']

export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // The loader too: nothing of a screen is part of another one's first load. Not what tells that something is missing
      // or has failed: it must be there when nothing else comes.
      codeSplittingOptions: { defaultBehavior: [['component', 'pendingComponent', 'loader']] },
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
    }),
    react({ compiler: { sources: redrawnOften } }),
    inlineStyles(),
    oldIosNotice(),
    ...(isSsrBuild
      ? []
      : [leanContract(), chunkLoading(), licences(), onlyKnownBuiltIns(), serviceWorker(), precompress()]),
  ],
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        ssr: 'src/entry-server.tsx',
        copyPublicDir: false,
        emptyOutDir: true,
        target: 'node26',
        // One file, read at the start: a server that goes on while another build takes this one's place misses nothing.
        rolldownOptions: { output: { entryFileNames: 'entry-server.js', codeSplitting: false } },
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
          // Constants of all kinds, also through several modules: two hundred bytes of every first load.
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          output: {
            // The core names every chunk and every sheet: only screens, parts that open on a tap and shared chunks that have
            // one carry a name.
            hashCharacters: 'hex',
            chunkFileNames: ({ name, isDynamicEntry }) =>
              isDynamicEntry || name in chunks ? 'assets/[name]-[hash].js' : 'assets/[hash].js',
            assetFileNames: 'assets/[hash][extname]',
            codeSplitting: { groups: chunkGroups },
          },
        },
      },
  // One self-contained server bundle: React's production build is chosen at build time, and nothing is resolved at run time. In
  // development this would break packages that are CommonJS.
  ssr: command === 'build' ? { noExternal: true } : {},
  worker: { format: 'es', plugins: () => [onlyKnownBuiltIns(), licencesOfWorkers()] },
  resolve: {
    alias: [
      // Without the part for a React that has no such hook of its own.
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
    ],
  },
}))

/** Lets the router's style element keep, on hydration, what the server wrote into it. Its plugin says no by default. */
function inlineStyles(): Plugin {
  return {
    name: 'otodana:inline-styles',
    enforce: 'post',
    apply: 'build',
    config: () => ({ define: { 'process.env.TSS_INLINE_CSS_ENABLED': JSON.stringify('true') } }),
  }
}

/** Writes a brotli copy beside every text asset, at the quality that is too slow to reach while a visitor waits. */
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
