import { expect, test } from 'vitest'

import { filesOf, firstLoads, type Manifest, sheetsOf, strayChunks } from './size-check.ts'

const manifest: Manifest = {
  'src/entry-client.tsx': {
    file: 'assets/entry.js',
    isEntry: true,
    imports: ['_core.js'],
    dynamicImports: ['src/routes/works.tsx?tsr-split=component', 'src/ui/MenuDrawer.tsx'],
  },
  '_core.js': { file: 'assets/core.js', imports: ['src/entry-client.tsx'] },
  '_card.js': { file: 'assets/card.js', imports: ['_core.js'] },
  'src/routes/works.tsx?tsr-split=component': { file: 'assets/works.js', imports: ['_card.js', '_core.js'] },
  'src/routes/works.tsx?tsr-split=errorComponent': { file: 'assets/works-error.js' },
  'src/routes/work.$id.tsx?tsr-split=component': { file: 'assets/work.js', imports: ['_core.js'] },
  'src/routes/settings.tsx?tsr-split=component': { file: 'assets/settings.js' },
  'src/i18n/ja.ts': { file: 'assets/ja.js' },
  'src/i18n/en.ts': { file: 'assets/en.js' },
  'src/ui/MenuDrawer.tsx': { file: 'assets/drawer.js' },
  'src/ui/tokens.css': { file: 'assets/tokens.css' },
}

test('a first load counts static imports once, through cycles, and no lazy chunk', () => {
  expect(filesOf(manifest, ['src/entry-client.tsx', 'src/ui/tokens.css'])).toEqual([
    'assets/entry.js',
    'assets/core.js',
  ])
})

test('each landing route is the entry plus its own chunks and one language, without error screens', () => {
  expect(firstLoads(manifest)).toEqual([
    { route: 'entry', files: ['assets/entry.js', 'assets/core.js', 'assets/ja.js'] },
    {
      route: 'src/routes/works.tsx',
      files: ['assets/entry.js', 'assets/core.js', 'assets/ja.js', 'assets/works.js', 'assets/card.js'],
    },
    {
      route: 'src/routes/work.$id.tsx',
      files: ['assets/entry.js', 'assets/core.js', 'assets/ja.js', 'assets/work.js'],
    },
  ])
})

test('OFF-20 a lazy chunk waits for the style sheets of all that it imports, but for those of every page', () => {
  const styled: Manifest = {
    entry: { file: 'entry.js', isEntry: true, css: ['all.css'], imports: ['core'] },
    core: { file: 'core.js', css: ['core.css'] },
    later: { file: 'later.js', css: ['later.css'], imports: ['core'] },
    lazy: { file: 'lazy.js', imports: ['later', 'core'] },
    bare: { file: 'bare.js', imports: ['core'] },
  }
  expect(sheetsOf(styled, 'lazy')).toEqual(['later.css'])
  expect(sheetsOf(styled, 'bare')).toEqual([])
  expect(() => sheetsOf(styled, 'gone')).toThrow('gone')
})

test('an inconsistent manifest is rejected', () => {
  expect(() => firstLoads({})).toThrow('no entry')
  expect(() => filesOf({ a: { file: 'a.js', imports: ['gone'] } }, ['a'])).toThrow('gone')
})

test('NAV-38 a chunk that screens share, and that loads what is of a work’s page or of the player, is found', () => {
  const shared: Manifest = {
    '_core.js': { file: 'assets/core.js', name: 'core' },
    '_lists.js': { file: 'assets/lists.js', name: 'lists', imports: ['_core.js'] },
    '_later.js': { file: 'assets/later.js', name: 'later', imports: ['_choice.js'] },
    '_choice.js': { file: 'assets/choice.js', imports: ['_work.js'] },
    '_names.js': { file: 'assets/names.js', name: 'NamesScreen', imports: ['_lists.js'] },
    '_work.js': { file: 'assets/work.js', name: 'work', imports: ['_core.js'] },
    '_engine.js': { file: 'assets/engine.js', name: 'engine' },
  }
  expect(strayChunks(shared)).toEqual(['later: work'])
  shared['_choice.js'] = { file: 'assets/choice.js' }
  expect(strayChunks(shared)).toEqual([])
  delete shared['_later.js']
  expect(() => strayChunks(shared)).toThrow('later')
})
