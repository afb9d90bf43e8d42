import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { oldestBrowsers, onlyKnownBuiltIns, scriptTargets } from './vite/browsers.ts'
import { chunkTimeout } from './vite/chunk-timeout.ts'
import { leanContract } from './vite/lean-contract.ts'
import { leanLibraries } from './vite/lean-libraries.ts'
import { licences, licencesOfWorkers } from './vite/licences.ts'
import { oldIosNotice } from './vite/old-ios-notice.ts'
import { serviceWorker } from './vite/service-worker.ts'

/**
 * What every first visit loads, as one file: sixteen small chunks over HTTP/1.1 made the page live later than one
 * larger one did. What one route alone needs stays in that route's chunk.
 */
const core = new RegExp(
  [
    /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|zustand|@tanstack[\\/](?!react-virtual|virtual-core)[\w-]+)[\\/](?!.*[\\/](?:queriesObserver|useQueries)\.)/,
    /vite.preload/,
    /packages[\\/](contract[\\/](?!src[\\/](?:about|admin|emails|feedback|names|password-rules|playlists|recommender|sound|subtitles|library|media|review-fields|reviews|saved-names)\.)|work-code[\\/]|keyword[\\/]src[\\/](fold|terms))/,
    /web[\\/]src[\\/](lib[\\/](?!ask-anew|ask-before-leaving|came-from|copy-text|fetch-bytes|fetch-within|focus|kept-pages|list-head|own-window|pending-changes|random-uuid|save-file|tabs|(?:names|sounds)-query)|router|i18n[\\/](locale|catalogue|translations|use-)|ui[\\/](controls|DialogButton|Icon|Message|Notice|PartMissing|Skeleton))/,
    /web[\\/]src[\\/]features[\\/]accounts[\\/](AccountButton|ClosedScreen|GuestTip|OverPage|follow-session|session|use-is-admitted)/,
    /web[\\/]src[\\/]features[\\/]settings[\\/](settings(?!-file)|document)/,
    /web[\\/]src[\\/]features[\\/]offline[\\/](index|connection|OfflineHelp|OfflineOverPage)/,
    /web[\\/]src[\\/]features[\\/]player[\\/](Equaliser|format-time)/,
    /web[\\/]src[\\/]features[\\/]search[\\/](SearchBar|SearchForm|session-keyword|use-shown-keyword|write-text)/,
    /web[\\/]src[\\/]features[\\/]shell[\\/](?!Menu|menu-|BesidePage|GoToTop|use-marked-card|Sayings|TakesLong)/,
    /web[\\/]src[\\/]features[\\/]works[\\/](works-search|listed-works|work-texts|work-words|cover|WorkMarks|NameLinks)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** A work's page with its files, which other parts use as well: in pieces they would be a kilobyte more. */
const work = new RegExp(
  [
    /web[\\/]src[\\/]features[\\/]work-detail[\\/](?!index|path-search|missing-work-head|MemberActions|JumpBack)/,
    /web[\\/]src[\\/]features[\\/]file-tree[\\/](?!FileMenu|recordings-below)/,
    /web[\\/]src[\\/]features[\\/]player[\\/](icon|file-icons)\.tsx/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** What lists of works, their search and its screens share: as pieces they would be a kilobyte more, and six requests. */
const lists = new RegExp(
  [
    /web[\\/]src[\\/]lib[\\/]list-head/,
    /web[\\/]src[\\/]features[\\/]works[\\/](works\.queries|list-request|global-filter|ListFailed|term-text|term-problem|use-tags-of-terms|language-names|mark-target-id|page-window|FilterNote|Pagination|Results|TermNotes|Toolbar|WorkCard|WorkList|WorksHead|WorksPending)/,
    /web[\\/]src[\\/]features[\\/]subtitle-search[\\/](ResultTabs|subtitles-search)/,
    /packages[\\/]keyword[\\/]src[\\/](parse|numbers|problems)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/**
 * Small things that parts loaded later share: each as a file of its own would be a request, and its name is in every first
 * load. Only what imports nothing but the core.
 */
const later = new RegExp(
  [
    /web[\\/]src[\\/]lib[\\/](ask-anew|ask-before-leaving|came-from|copy-text|fetch-bytes|fetch-within|focus|kept-pages|names-query|own-window|pending-changes|random-uuid|save-file|tabs)\./,
    /packages[\\/]contract[\\/]src[\\/](names|recommender)\./,
    /web[\\/]src[\\/]i18n[\\/](say-failure|text-files)\./,
    /web[\\/]src[\\/]ui[\\/](form-text|use-hold|Choice)\./,
    /web[\\/]src[\\/]features[\\/]about[\\/]about\.queries\./,
    /web[\\/]src[\\/]features[\\/]accounts[\\/](NameField|TextField|Who|form|kept-proof|refresh-user|sign-in|traces|use-server-facts)\./,
    /web[\\/]src[\\/]features[\\/]downloads[\\/]downloads\.store\./,
    /web[\\/]src[\\/]features[\\/]local-subtitles[\\/](changes|keep-in-step|opened-engine|problems|queries)\./,
    /web[\\/]src[\\/]features[\\/]lyrics[\\/]choices\.store\./,
    /web[\\/]src[\\/]features[\\/]offline[\\/]moment-text\./,
    /web[\\/]src[\\/]features[\\/]settings[\\/]use-subtitles-on\./,
    /web[\\/]src[\\/]features[\\/]player[\\/](IconButton|add-to-queue|levels|place-writes|play-on|prefetch-plan|shortcuts|use-back-closes|use-media)\./,
    /web[\\/]src[\\/]features[\\/]playlists[\\/](drawings|form|in-turn|mark-target|memberships|playlist-texts)\./,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** Modules of features and packages, and zod's, only define things: one whose exports nobody uses can be left out. */
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
      // Not what tells that something is missing or has failed: it must be there when nothing else comes.
      codeSplittingOptions: { defaultBehavior: [['component', 'pendingComponent']] },
      quoteStyle: 'single',
      semicolons: false,
      addExtensions: true,
    }),
    react({ compiler: { sources: redrawnOften } }),
    inlineStyles(),
    oldIosNotice(),
    ...(isSsrBuild
      ? []
      : [
          leanContract(),
          leanLibraries(),
          chunkTimeout(),
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
        // One file, read at the start: a server that goes on while another build takes this one's place misses nothing.
        rolldownOptions: { output: { entryFileNames: 'entry-server.js', codeSplitting: false } },
      }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        // One sheet, which the server writes into the page: a request less before the first paint, and no chunk of a
        // landing route waits for a sheet of its own.
        cssCodeSplit: false,
        target: scriptTargets,
        cssTarget: oldestBrowsers,
        rolldownOptions: {
          input: 'src/entry-client.tsx',
          treeshake: { moduleSideEffects: (id) => !definesOnly.test(id) },
          // Constants of all kinds, also through several modules: two hundred bytes of every first load.
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          output: {
            codeSplitting: {
              groups: [
                { name: 'core', test: core },
                { name: 'work', test: work },
                { name: 'lists', test: lists },
                { name: 'later', test: later },
              ],
            },
          },
        },
      },
  // One self-contained server bundle: React's production build is chosen at build time, and nothing is looked up at run
  // time. In development this would break packages that are CommonJS.
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
