/**
 * Which files may import which. Each rule is a fact to rely on, with its reason; `caught` and `fine` are examples that its own
 * test plants.
 */
export interface Rule {
  name: string
  why: string
  /** Globs of the files it speaks about, from the repository's root. */
  files: string[]
  /** Globs of files among them that it leaves alone. */
  except?: string[]
  /** Globs of what those may not import: paths, `node:…` and `npm:…`; or a function of the two ends. */
  mayNotImport?: string[] | ((from: string, to: string) => boolean)
  /** Globs of targets that they may import all the same. */
  unless?: string[]
  /** Which imports count; by default all that load something, now or later. */
  kinds?: ('static' | 'dynamic' | 'type')[]
  /** Members of globals that they may not touch. */
  mayNotUse?: string[]
  /** A file and code that the rule catches. */
  caught: [file: string, code: string]
  /** A file and code much like it that the rule lets through. */
  fine: [file: string, code: string]
}

/**
 * The features of the web app in floors, lowest last. A feature imports only features on lower floors; `docs/architecture.md`
 * draws them.
 */
export const webFeatureOrder = [
  ['work-detail'],
  ['subtitle-search'],
  ['file-tree'],
  ['file-preview', 'member-actions', 'series', 'setup', 'shell', 'work-selection'],
  ['debug', 'lyrics', 'playlists'],
  [
    'about',
    'admin',
    'editing',
    'favourites',
    'history',
    'kept',
    'local-subtitles',
    'names',
    'random-play',
    'recommender',
    'search',
    'tag-votes',
  ],
  ['code-correction', 'metadata-lookup', 'podcasts'],
  ['health', 'works'],
  ['downloads', 'feedback', 'playback-positions', 'reviews'],
  ['outbox'],
  ['offline'],
  ['accounts', 'track-queue'],
  ['player'],
  ['settings'],
]

/** Those of the server, likewise. */
export const serverFeatureOrder = [
  ['about', 'leaving', 'older-dialect'],
  ['podcasts', 'subsonic', 'webdav'],
  ['moving'],
  ['archives', 'history', 'recommender', 'selections', 'subtitles'],
  [
    'editing',
    'feedback',
    'library',
    'metadata-exchange',
    'metadata-providers',
    'name-editing',
    'names',
    'playback-positions',
    'playlists',
    'reviews',
    'sound',
    'tracks',
    'votes',
  ],
  ['admin', 'app-passwords', 'backups', 'covers', 'emails', 'streams', 'works'],
  ['accounts', 'catalogue', 'media', 'metadata'],
]

/** `true` when the import goes to the same floor or up. */
function goesUp(order: readonly (readonly string[])[], from: string, to: string): boolean {
  const floorOf = (path: string) => order.findIndex((floor) => floor.includes(featureOf(path)?.split('/').at(-1) ?? ''))
  const [feature, target] = [featureOf(from), featureOf(to)]
  return feature !== undefined && target !== undefined && feature !== target && floorOf(to) <= floorOf(from)
}

const tests = ['**/*.test.ts', '**/*.test.tsx', 'apps/server/test/**', 'apps/web/src/**/test/**']
const loading: Rule['kinds'] = ['static', 'dynamic']
const always: Rule['kinds'] = ['static', 'dynamic', 'type']

/** Files that load only after the visitor has touched something. */
const lazyFiles = [
  'apps/web/src/**/*Overlay.tsx',
  'apps/web/src/features/**/*Dialog.tsx',
  'apps/web/src/features/**/*Drawer.tsx',
  'apps/web/src/**/overlays/**',
  'apps/web/src/features/outbox/loaded-outbox.ts',
]

const globals = (name: string) => ['window', 'globalThis', 'self'].map((global) => `${global}.${name}`)

/** `apps/web/src/features/player/…` → `apps/web/src/features/player` */
function featureOf(path: string): string | undefined {
  return /^(apps\/(?:server|web)\/src\/features\/[^/]+)\//.exec(path)?.[1]
}

export const rules: Rule[] = [
  {
    name: 'packages know no app',
    why: 'They are the parts that both apps stand on; an import back would tie the apps together.',
    files: ['packages/**'],
    mayNotImport: ['apps/**', 'scripts/**', 'e2e/**', 'bench/**', 'faults/**'],
    kinds: always,
    caught: ['packages/keyword/src/x.ts', `import type { X } from '../../../apps/server/src/app.ts'`],
    fine: ['packages/keyword/src/x.ts', `import { fold } from './fold.ts'`],
  },
  {
    name: 'packages are pure',
    why: 'They run in the browser, in the server and in workers alike: no Node, no React, no I/O.',
    files: ['packages/*/src/**'],
    except: tests,
    mayNotImport: ['node:**', 'npm:**'],
    unless: ['npm:zod/mini'],
    kinds: always,
    caught: ['packages/work-code/src/x.ts', `import { readFileSync } from 'fs'`],
    fine: ['packages/contract/src/x.ts', `import * as z from 'zod/mini'`],
  },
  {
    name: 'work-code and keyword need nothing',
    why: 'They are at the bottom: everything may use them, so they may use nothing.',
    files: ['packages/{work-code,keyword}/src/**'],
    except: tests,
    mayNotImport: (from, to) => !to.startsWith(from.split('/').slice(0, 2).join('/') + '/'),
    kinds: always,
    caught: ['packages/keyword/src/x.ts', `import * as z from 'zod/mini'`],
    fine: ['packages/keyword/src/x.ts', `export * from './fold.ts'`],
  },
  {
    name: 'the contract stands on work-code and keyword only',
    why: 'It is what both sides agree on; anything else it needed would come to the browser with it.',
    files: ['packages/contract/src/**'],
    except: tests,
    mayNotImport: ['packages/**'],
    unless: ['packages/contract/**', 'packages/work-code/src/index.ts', 'packages/keyword/src/index.ts'],
    kinds: always,
    caught: ['packages/contract/src/x.ts', `import { index } from '@otodana/catalogue'`],
    fine: ['packages/contract/src/x.ts', `import { parse } from '@otodana/keyword'`],
  },
  {
    name: 'the recommender knows nothing else',
    why: 'It takes numbers and returns numbers, so that it can be measured alone and run in any thread.',
    files: ['packages/recommender/src/**'],
    except: tests,
    mayNotImport: (from, to) => !to.startsWith(from.split('/').slice(0, 2).join('/') + '/'),
    kinds: always,
    caught: ['packages/recommender/src/x.ts', `import type { CatalogueWork } from '@otodana/catalogue'`],
    fine: ['packages/recommender/src/x.ts', `export * from './parameters.ts'`],
  },
  {
    name: 'packages are used through their index',
    why: 'What the index exports is the promise; the rest may be rearranged at any time.',
    files: ['apps/**', 'bench/**', 'e2e/**', 'faults/**', 'scripts/**'],
    mayNotImport: ['packages/*/**'],
    // The oracle: benchmarks check answers with it.
    unless: ['packages/*/src/index.ts', 'packages/catalogue/test/naive-catalogue.ts'],
    kinds: always,
    caught: ['apps/web/src/x.ts', `import { fold } from '../../../packages/keyword/src/fold.ts'`],
    fine: ['apps/web/src/x.ts', `import { fold } from '@otodana/keyword'`],
  },
  {
    name: 'the web app does not know the server',
    why: 'They meet in the contract. A type taken from the server would not be checked at the wire.',
    files: ['apps/web/**'],
    mayNotImport: ['apps/server/**'],
    kinds: always,
    caught: ['apps/web/src/x.ts', `import type { Row } from '@otodana/server/src/db/tables.ts'`],
    fine: ['apps/web/src/x.ts', `import type { Work } from '@otodana/contract'`],
  },
  {
    name: 'the web app uses no Node module',
    why: 'It is loaded by browsers. Only the entry that the server renders with runs in Node.',
    files: ['apps/web/src/**'],
    except: [...tests, 'apps/web/src/entry-server.tsx'],
    mayNotImport: ['node:**'],
    kinds: always,
    caught: ['apps/web/src/lib/x.ts', `import { createHash } from 'node:crypto'`],
    fine: ['apps/web/src/entry-server.tsx', `import { PassThrough } from 'node:stream'`],
  },
  {
    name: 'the browser gets zod/mini',
    why: '7 kB of gzip instead of 24 in the first load.',
    files: ['apps/web/src/**'],
    mayNotImport: ['npm:zod', 'npm:zod/v4'],
    kinds: loading,
    caught: ['apps/web/src/lib/x.ts', `import * as z from 'zod'`],
    fine: ['apps/web/src/features/x/XDialog.tsx', `import * as z from 'zod/mini'`],
  },
  {
    name: 'screens and stores read without schemas',
    why: 'zod is 8 kB of gzip in every first load; lib/readers.ts reads addresses and what is kept in less than one.',
    files: ['apps/web/src/**'],
    // What opens later, such as a form, may check with the contract's schemas; development checks answers with them.
    except: [...tests, ...lazyFiles, 'apps/web/src/lib/api/check-answer.ts'],
    mayNotImport: ['npm:zod', 'npm:zod/**'],
    kinds: loading,
    caught: ['apps/web/src/lib/x.ts', `import * as z from 'zod/mini'`],
    fine: ['apps/web/src/lib/x.ts', `import type * as z from 'zod/mini'`],
  },
  {
    name: 'the server does not import the web app',
    why: 'It loads what was built, by its path; the sources need the bundler.',
    files: ['apps/server/**'],
    mayNotImport: ['apps/web/**', 'npm:react', 'npm:react-dom', 'npm:react-dom/**'],
    kinds: always,
    caught: ['apps/server/src/http/x.ts', `import { render } from '../../../web/src/entry-server.tsx'`],
    fine: ['apps/server/src/http/x.ts', 'const { render } = await import(entryPath)'],
  },
  {
    name: 'the server runs the demo library, and does not import it',
    why: 'A sixth of its code for one first start: it can be left out, and what it needs is loaded by nothing else.',
    files: ['apps/server/**'],
    mayNotImport: ['apps/demo-library/**'],
    kinds: always,
    caught: ['apps/server/src/x.ts', `import type { Made } from '../../demo-library/src/make-library.ts'`],
    fine: ['apps/server/src/x.ts', `const folder = new URL('../../demo-library/', import.meta.url)`],
  },
  {
    name: 'the demo library knows no other app',
    why: 'It is a program: folders with works are all that the server gets from it.',
    files: ['apps/demo-library/src/**'],
    except: tests,
    mayNotImport: ['apps/{server,web}/**'],
    kinds: always,
    caught: ['apps/demo-library/src/x.ts', `import { runFfmpeg } from '../../server/src/ffmpeg/run-ffmpeg.ts'`],
    fine: [
      'apps/demo-library/src/x.test.ts',
      `import { readSidecar } from '../../server/src/features/metadata/index.ts'`,
    ],
  },
  {
    name: 'the server loads Vite in development only',
    why: 'A static import would load the bundler in every production start.',
    files: ['apps/server/src/**'],
    mayNotImport: ['npm:vite', 'npm:vite/**', 'npm:@fastify/middie'],
    kinds: ['static'],
    caught: ['apps/server/src/http/x.ts', `import { createServer } from 'vite'`],
    fine: ['apps/server/src/http/x.ts', `const { createServer } = await import('vite')`],
  },
  {
    name: 'a feature is used through its index',
    why: 'What index.ts exports is the feature; the other files are free to change.',
    files: ['apps/*/src/**', 'apps/server/test/**'],
    except: ['**/*.gen.ts'],
    mayNotImport: (from, to) => {
      const feature = featureOf(to)
      return feature !== undefined && feature !== featureOf(from) && !/\/index\.tsx?$/.test(to)
    },
    kinds: always,
    caught: ['apps/web/src/features/queue/x.ts', `import { seek } from '../player/player.store.ts'`],
    fine: ['apps/web/src/features/queue/x.ts', `import { seek } from '../player/index.ts'`],
  },
  {
    name: 'a feature of the web app imports only features on lower floors',
    why: 'One can read, test and change a feature knowing only what lies below it.',
    files: ['apps/web/src/features/**'],
    mayNotImport: (from, to) => goesUp(webFeatureOrder, from, to),
    kinds: always,
    caught: ['apps/web/src/features/works/x.ts', `import type { Playlist } from '#features/playlists/index.ts'`],
    fine: ['apps/web/src/features/playlists/x.ts', `import { WorkCard } from '#features/works/index.ts'`],
  },
  {
    name: 'a feature of the server imports only features on lower floors',
    why: 'One can read, test and change a feature knowing only what lies below it.',
    files: ['apps/server/src/features/**'],
    except: tests,
    mayNotImport: (from, to) => goesUp(serverFeatureOrder, from, to),
    kinds: always,
    caught: ['apps/server/src/features/catalogue/x.ts', `import { works } from '#features/works/index.ts'`],
    fine: ['apps/server/src/features/works/x.ts', `import { catalogue } from '#features/catalogue/index.ts'`],
  },
  {
    name: "the server's ground knows no feature",
    why: 'Features stand on http, db, jobs, mail, storage and ffmpeg; app.ts alone brings them together.',
    files: ['apps/server/src/{http,db,jobs,mail,storage,ffmpeg}/**'],
    except: tests,
    mayNotImport: ['apps/server/src/features/**', 'apps/server/src/app.ts'],
    kinds: always,
    caught: ['apps/server/src/jobs/x.ts', `import { scan } from '#features/library/index.ts'`],
    fine: ['apps/server/src/app.ts', `import { scan } from '#features/library/index.ts'`],
  },
  {
    name: 'repositories know no HTTP',
    why: 'They are also used by jobs, commands and tests, where there is no request.',
    files: ['apps/server/src/**/*.repository.ts'],
    mayNotImport: ['npm:fastify', 'npm:@fastify/**', 'apps/server/src/http/serve.ts', 'apps/server/src/**/*.routes.ts'],
    kinds: always,
    caught: ['apps/server/src/features/works/works.repository.ts', `import type { FastifyRequest } from 'fastify'`],
    fine: ['apps/server/src/features/works/works.routes.ts', `import type { FastifyRequest } from 'fastify'`],
  },
  {
    name: 'migrations stand by themselves',
    why: 'What else they called could change after they were released, and with it what they do.',
    files: ['apps/server/src/db/migrations/**'],
    mayNotImport: ['apps/**', 'packages/**'],
    unless: ['apps/server/src/db/migrations/**', 'apps/server/src/db/dialect.ts'],
    caught: ['apps/server/src/db/migrations/x.ts', `import { networkOf } from '#http/network-of.ts'`],
    fine: ['apps/server/src/db/migrations/x.ts', `import { dialectTypes } from '../dialect.ts'`],
  },
  {
    name: 'database drivers stay in db',
    why: 'Queries are written once for both databases, and every statement passes through Kysely.',
    files: ['apps/server/src/**'],
    except: [...tests, 'apps/server/src/db/**'],
    mayNotImport: ['npm:pg', 'node:sqlite'],
    kinds: loading,
    caught: ['apps/server/src/features/works/x.ts', `import { DatabaseSync } from 'node:sqlite'`],
    fine: ['apps/server/src/db/x.ts', `import { DatabaseSync } from 'node:sqlite'`],
  },
  {
    name: 'ui knows no feature',
    why: 'Its pieces are about nothing in particular, so that every feature can use them.',
    files: ['apps/web/src/ui/**'],
    mayNotImport: ['apps/web/src/{features,routes}/**', 'apps/web/src/*'],
    kinds: always,
    caught: ['apps/web/src/ui/Card.tsx', `import { play } from '#features/player/index.ts'`],
    fine: ['apps/web/src/ui/Card.tsx', `import styles from './Card.module.css'`],
  },
  {
    name: 'i18n knows lib only',
    why: 'Every component speaks through it, so it can know none.',
    files: ['apps/web/src/i18n/**'],
    mayNotImport: ['apps/web/src/{features,routes,ui}/**', 'apps/web/src/*'],
    kinds: always,
    caught: ['apps/web/src/i18n/x.ts', `import type { AppContext } from '../router.tsx'`],
    fine: ['apps/web/src/i18n/x.ts', `import { ApiError } from '#lib/api/api.ts'`],
  },
  {
    name: 'lib knows nothing of the web app',
    why: 'It is what the web app is built on: data, not screens, and no language.',
    files: ['apps/web/src/lib/**'],
    except: tests,
    mayNotImport: ['apps/web/src/{features,routes,ui,i18n}/**', 'apps/web/src/*'],
    kinds: always,
    caught: ['apps/web/src/lib/x.ts', `import { Card } from '#ui/Card.tsx'`],
    fine: ['apps/web/src/lib/x.ts', `import { QueryClient } from '@tanstack/react-query'`],
  },
  {
    name: 'features know no route',
    why: 'A route arranges features; the other way round every screen would load every other.',
    files: ['apps/web/src/features/**'],
    except: tests,
    mayNotImport: ['apps/web/src/routes/**', 'apps/web/src/*'],
    kinds: always,
    caught: ['apps/web/src/features/works/x.tsx', `import { Route } from '#routes/works.tsx'`],
    fine: ['apps/web/src/routes/works.tsx', `import { WorkGrid } from '#features/works/index.ts'`],
  },
  {
    name: 'lazy files are loaded lazily',
    why: 'A static import of one would add it to the first load.',
    files: ['apps/web/src/**'],
    except: [...tests, ...lazyFiles],
    mayNotImport: lazyFiles,
    kinds: ['static'],
    caught: ['apps/web/src/features/shell/top-bar/TopBar.tsx', `import { MenuDrawer } from './MenuDrawer.tsx'`],
    fine: [
      'apps/web/src/features/shell/top-bar/TopBar.tsx',
      `const MenuDrawer = lazy(() => import('./MenuDrawer.tsx'))`,
    ],
  },
  {
    name: 'only the programs read the environment',
    why: 'Every setting is checked in one place and passed on; tests and embedders give their own.',
    files: ['apps/*/src/**', 'packages/**'],
    except: [...tests, 'apps/server/src/{main,cli,config}.ts'],
    mayNotUse: ['process.env'],
    mayNotImport: ['node:process'],
    kinds: loading,
    caught: ['apps/server/src/features/media/x.ts', `const path = process.env.FFMPEG_PATH`],
    fine: ['apps/server/src/main.ts', `readConfig(process.env)`],
  },
  {
    name: 'only the programs end the process',
    why: 'An exit in the middle of anything skips closing the database and the running jobs.',
    files: ['apps/*/src/**', 'packages/**'],
    except: ['apps/server/src/{main,cli}.ts', 'apps/demo-library/src/main.ts'],
    mayNotUse: ['process.exit', 'process.abort'],
    caught: ['apps/server/src/db/open.ts', `process.exit(1)`],
    fine: ['apps/server/src/cli.ts', `process.exit(1)`],
  },
  {
    name: 'what ships does not import tests or tools',
    why: 'A test helper in production code runs where it is not expected.',
    files: ['apps/*/src/**', 'packages/*/src/**'],
    except: tests,
    mayNotImport: [
      ...tests,
      'tests/**',
      'e2e/**',
      'bench/**',
      'faults/**',
      'scripts/**',
      'npm:vitest',
      'npm:fast-check',
    ],
    kinds: always,
    caught: ['apps/server/src/app.ts', `import { startApp } from '../test/start-app.ts'`],
    fine: ['apps/server/src/app.test.ts', `import { startApp } from '../test/start-app.ts'`],
  },
  {
    name: 'browser storage belongs to lib/storage',
    why: 'What happens when it is full, forbidden or broken is decided there, and every key is in its list.',
    files: ['apps/web/src/**'],
    // The notice is a script of its own, which runs in browsers that cannot run the app.
    except: [...tests, 'apps/web/src/lib/storage/**', 'apps/web/src/features/shell/old-ios/show-old-ios-notice.ts'],
    mayNotUse: ['localStorage', 'sessionStorage', ...globals('localStorage'), ...globals('sessionStorage')],
    caught: ['apps/web/src/features/x/x.ts', `window.sessionStorage.removeItem('x')`],
    fine: ['apps/web/src/features/x/x.ts', `const sizes = { localStorage: 1 }`],
  },
]
