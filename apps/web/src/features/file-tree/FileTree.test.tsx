import type { TrackNode, Work } from '@otodana/contract'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'

import { createI18n } from '#i18n/translations.ts'
import type { I18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'

import { FileTree } from './FileTree.tsx'
import { aFile, aFolder } from '#test/a-tree.ts'

const work = { id: 1_000_001, title: 'Rain over the old pier', source_id: 'RJ01000001', source_type: 'DLSITE' } as Work
const tree: TrackNode[] = [
  aFile('01.mp3', { duration: 61, size: 1_000_000 }),
  aFolder('おまけ & more', [aFile('talk.mp3', { duration: 3600 }), aFolder('empty', [])]),
  aFile('readme.txt', { type: 'text', size: 10 }),
  aFile('subs.zip', { type: 'other' }),
]
let i18n: I18n
beforeAll(async () => void (i18n = await createI18n('en')))

function show(path: string[] | undefined, nodes = tree): HTMLElement {
  const page = document.createElement('div')
  page.innerHTML = renderToString(inEnglish(path, nodes))
  return page
}

function inEnglish(path: string[] | undefined, nodes = tree) {
  return (
    <I18nProvider value={i18n}>
      <FileTree work={work} tree={nodes} path={path} isWanted={path !== undefined} />
    </I18nProvider>
  )
}

const links = (page: HTMLElement) => [...page.querySelectorAll<HTMLAnchorElement>('li > a:first-child')]
const texts = (page: HTMLElement) => links(page).map((link) => link.textContent)

describe('WRK-05 the file tree as the server renders it', () => {
  test('lists folders first with count and length, then files with size and length', () => {
    expect(texts(show([]))).toEqual([
      'おまけ & more2 items01:00:00',
      '01.mp31.0 MB01:01',
      'readme.txt10 B',
      'subs.zip1.2 MB',
    ])
  })

  test('works without JavaScript: audio and texts lead to the file, anything else is saved, folders to the page', () => {
    const [folder, audio, text, other] = links(show([]))
    expect(folder?.getAttribute('href')).toBe('?path=%5B%22%E3%81%8A%E3%81%BE%E3%81%91+%26+more%22%5D#work-tree')
    expect(audio?.getAttribute('href')).toBe('/api/media/stream/1000001/01.mp3')
    expect(text?.getAttribute('href')).toBe('/api/media/stream/1000001/readme.txt')
    expect([other?.getAttribute('href'), other?.hasAttribute('download')]).toEqual([
      '/api/media/download/1000001/subs.zip',
      true,
    ])
  })

  test('what cannot be played says why, and what has subtitles says so, in the name of its link', () => {
    const nodes = [
      aFile('01.mp3', { hasSubtitles: true }),
      aFile('02.mp3', { size: 0, problem: 'empty' }),
      aFile('03.mp3', { problem: 'damaged' }),
    ]
    expect(texts(show([], nodes))).toEqual([
      '01.mp3Subtitles1.2 MB',
      '02.mp3Cannot be played: the file is empty0 B',
      '03.mp3Cannot be played: damaged or in an unknown format1.2 MB',
    ])
  })

  test('a PDF opens in a tab of its own, and what only looks like one is saved', () => {
    const pages = [aFile('booklet.PDF', { type: 'other' }), aFile('fdp.\u202efdp.exe', { type: 'other' })]
    const facts = links(show([], pages)).map((link) => [
      link.getAttribute('href'),
      link.target,
      link.rel,
      link.hasAttribute('download'),
    ])
    expect(facts).toEqual([
      ['/api/media/stream/1000001/booklet.PDF', '_blank', 'noopener', false],
      ['/api/media/download/1000001/fdp.%E2%80%AEfdp.exe', '', '', true],
    ])
  })

  test('no name turns the order in which it is read', () => {
    const page = show(['a\u202eb'], [aFolder('a\u202eb', [aFile('photo\u202egpj.mp3'), aFolder('\u2067c', [])])])
    expect(texts(page)).toEqual(['All files', 'c0 items', 'photogpj.mp31.2 MB'])
    expect(page.innerHTML).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    expect(page.querySelector('li [dir=ltr]')?.localName).toBe('bdi')
  })

  test('every file can be saved, by a link that names it', () => {
    const names = [...show([]).querySelectorAll('a[download][aria-label]')].map((link) =>
      link.getAttribute('aria-label'),
    )
    expect(names).toEqual(['Download 01.mp3', 'Download readme.txt', 'Download subs.zip'])
  })

  test('an open folder shows the way back', () => {
    const page = show(['おまけ & more', 'empty'])
    const steps = [...page.querySelectorAll('nav li')].map((step) => step.textContent)
    expect(steps).toEqual(['All files', 'おまけ & more', 'empty'])
    expect(page.querySelector('nav [aria-current=page]')?.textContent).toBe('empty')
    expect(page.querySelector('nav a')?.getAttribute('href')).toBe('?path=%5B%5D#work-tree')
    expect(page.textContent).toContain('This folder is empty.')
  })

  test('an unknown folder shows the root and says so', () => {
    const page = show(['gone', 'mp3'])
    expect(page.querySelector('output')?.textContent).toContain('“gone / mp3”')
    expect(page.querySelector('nav')).toBeNull()
    expect(texts(page).length).toBe(4)
  })

  test('WRK-06 an address without a path opens the main folder, with the way back to all files', () => {
    const page = show(undefined, [
      aFolder('特典', [aFile('talk.mp3', { duration: 3600 })]),
      aFolder('本編', [aFolder('mp3', [aFile('01.mp3', { duration: 1800 })])]),
    ])
    expect([...page.querySelectorAll('nav li')].map((step) => step.textContent)).toEqual(['All files', '本編', 'mp3'])
    expect(page.querySelector('ul')?.textContent).toBe('01.mp31.2 MB30:00')
    expect(page.querySelector('output')?.textContent ?? '').toBe('')
  })

  test('what can be heard has a button for more, other files and folders without sound have none', () => {
    const names = [...show([]).querySelectorAll('button[aria-haspopup]')].map((one) => one.getAttribute('aria-label'))
    expect(names).toEqual(['More for おまけ & more', 'More for 01.mp3'])
  })

  test('a work without files says so', () => {
    expect(show([], []).textContent).toContain('This work has no files yet.')
  })
})

test('WRK-05 opening another folder moves the focus to the head of the tree, the first one does not', async () => {
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  await act(async () => root.render(inEnglish([])))
  expect(document.activeElement).toBe(document.body)
  await act(async () => root.render(inEnglish(['おまけ & more'])))
  expect(document.activeElement?.textContent).toBe('Files')
  await act(async () => root.unmount())
  page.remove()
})

test('WRK-13 the files are folded, unless the address leads to them', () => {
  const isOpen = (path: string[] | undefined) => show(path).querySelector('details')?.open
  expect([isOpen(undefined), isOpen([]), isOpen(['おまけ & more'])]).toEqual([false, true, true])
  expect(texts(show(undefined)), 'folded, they are on the page').toHaveLength(4)
})
