import { expect, test } from 'vitest'

import { assetManifests } from './asset-manifest.ts'

const styles = { 'assets/core.css': 'body{margin:0}', 'assets/works.css': 'p{margin:0}' }
const manifest = assetManifests(
  {
    'src/entry-client.tsx': { file: 'assets/entry.js', isEntry: true, imports: ['_core'] },
    _core: { file: 'assets/core.js', css: ['assets/core.css'] },
    _shared: { file: 'assets/shared.js', imports: ['_core'], css: ['assets/shared.css'] },
    'src/i18n/ja.ts': { file: 'assets/ja.js' },
    'src/routes/works.tsx?tsr-split=component': {
      file: 'assets/works.js',
      imports: ['_core', '_shared'],
      css: ['assets/works.css'],
    },
    'src/routes/works.tsx?tsr-split=errorComponent': { file: 'assets/works-error.js' },
    'src/routes/work.$id.$sourceType.$sourceId.tsx?tsr-split=component---loader---pendingComponent': {
      file: 'assets/work.js',
      imports: ['_shared'],
    },
  },
  styles,
)

test('every page names the shell’s files and the texts of its language, and holds the shell’s style sheets', () => {
  expect(manifest('ja').routes.__root__).toEqual({
    preloads: ['/assets/entry.js', '/assets/core.js', '/assets/ja.js'],
    css: ['/assets/core.css'],
    scripts: [{ attrs: { type: 'module', async: true, src: '/assets/entry.js' } }],
  })
})

test('a route names what it needs beyond the shell, its own styles last', () => {
  expect(manifest('ja').routes['/works']).toEqual({
    preloads: ['/assets/works.js', '/assets/shared.js'],
    css: ['/assets/shared.css', '/assets/works.css'],
  })
  expect(manifest('ja').routes['/work/$id/$sourceType/$sourceId']).toEqual({
    preloads: ['/assets/work.js', '/assets/shared.js'],
    css: ['/assets/shared.css'],
  })
})

test('a sheet stands after its path, by which the browser knows that it is there', () => {
  expect(manifest('ja').inlineCss).toEqual({
    styles: {
      '/assets/core.css': '/*/assets/core.css*/body{margin:0}',
      '/assets/works.css': '/*/assets/works.css*/p{margin:0}',
    },
  })
})

test('a language without a chunk has no texts to preload', () => {
  expect(manifest('xx').routes.__root__?.preloads).toEqual(['/assets/entry.js', '/assets/core.js'])
})
