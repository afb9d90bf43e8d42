import { expect, test } from 'vitest'

import { assetManifests } from './asset-manifest.ts'

const styles = { '/assets/style.css': 'body{margin:0}' }
const manifest = assetManifests(
  {
    'src/entry-client.tsx': { file: 'assets/entry.js', isEntry: true, imports: ['_core'] },
    _core: { file: 'assets/core.js' },
    _shared: { file: 'assets/shared.js', imports: ['_core'] },
    'src/i18n/ja.ts': { file: 'assets/ja.js' },
    'src/routes/works.tsx?tsr-split=component': { file: 'assets/works.js', imports: ['_core', '_shared'] },
    'src/routes/works.tsx?tsr-split=errorComponent': { file: 'assets/works-error.js' },
    'src/routes/work.$id.$sourceType.$sourceId.tsx?tsr-split=component---loader---pendingComponent': {
      file: 'assets/work.js',
      imports: ['_shared'],
    },
    'style.css': { file: 'assets/style.css' },
  },
  styles,
)

test('every page names the shell’s files and the texts of its language, and holds the style sheet', () => {
  expect(manifest('ja').routes.__root__).toEqual({
    preloads: ['/assets/entry.js', '/assets/core.js', '/assets/ja.js'],
    css: ['/assets/style.css'],
    scripts: [{ attrs: { type: 'module', async: true, src: '/assets/entry.js' } }],
  })
  expect(manifest('ja').inlineCss).toEqual({ styles })
})

test('a route names what it needs beyond the shell', () => {
  expect(manifest('ja').routes['/works']).toEqual({ preloads: ['/assets/works.js', '/assets/shared.js'] })
  expect(manifest('ja').routes['/work/$id/$sourceType/$sourceId']).toEqual({
    preloads: ['/assets/work.js', '/assets/shared.js'],
  })
})

test('a language without a chunk has no texts to preload', () => {
  expect(manifest('xx').routes.__root__?.preloads).toEqual(['/assets/entry.js', '/assets/core.js'])
})
