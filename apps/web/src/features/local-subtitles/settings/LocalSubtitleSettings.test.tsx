import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useSettings } from '#features/settings/index.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import type { StorageState } from '#lib/storage/storage-state.ts'
import { useToasts } from '#ui/toast.ts'

import { useImports } from '../import/imports.ts'
import { LocalSubtitleSettings } from './LocalSubtitleSettings.tsx'
import { LocalSubtitleError, type LocalSubtitleProblem } from '../problems.ts'
import type { ImportedPackage, ImportOptions, SubtitlePackage } from '../types.ts'

const engine = vi.hoisted(() => ({
  openDatabase: vi.fn<() => Promise<void>>(),
  listPackages: vi.fn<() => Promise<SubtitlePackage[]>>(),
  subtitledWorkIds: vi.fn<() => Promise<number[]>>(),
  storageState: vi.fn<() => Promise<StorageState>>(),
  askPersistence: vi.fn<() => Promise<boolean>>(),
  importPackage: vi.fn<(file: File, options: ImportOptions) => Promise<ImportedPackage>>(),
}))
vi.mock('../engine.ts', () => engine)

const rain: SubtitlePackage = { id: 1, fileName: 'rain.zip', sizeBytes: 12_345_678, createdAt: new Date(2026, 4, 3) }
const taken = { ...rain, fileCount: 1_200, workCount: 1, skippedCount: 102, skipped: [] }
const fails = (problem: LocalSubtitleProblem) => Promise.reject(new LocalSubtitleError(problem))
const zip = (name: string) => new File(['PK'], name)

let root: Root
let place: HTMLElement

beforeEach(() => {
  vi.stubGlobal('BroadcastChannel', EventTarget)
  Object.assign(EventTarget.prototype, { close: () => undefined })
  engine.openDatabase.mockReset().mockResolvedValue(undefined)
  engine.listPackages.mockReset().mockResolvedValue([])
  engine.subtitledWorkIds.mockReset().mockResolvedValue([])
  engine.storageState.mockReset().mockResolvedValue({ usageBytes: 12e6, quotaBytes: 3e9, isPersisted: false })
  engine.importPackage.mockReset()
  useImports.setState({ running: null, waiting: [], outcomes: [] })
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})

afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
})

async function show(): Promise<void> {
  const i18n = await createI18n('en')
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <I18nProvider value={i18n}>
          <LocalSubtitleSettings />
        </I18nProvider>
      </QueryClientProvider>,
    ),
  )
  await until(() => expect(text()).not.toContain('Loading packages'))
}

const text = () => place.textContent
const until = (check: () => void) => act(() => vi.waitFor(check))
const button = (name: string) =>
  [...place.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)

async function give(...files: File[]): Promise<void> {
  const input = place.querySelector('input')!
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
}

test('LSB-06 packages are listed with size and date, with how much is kept and how safely', async () => {
  engine.listPackages.mockResolvedValue([rain])
  engine.subtitledWorkIds.mockResolvedValue([7])
  await show()
  await until(() => expect(text()).toContain('12.0 MB of 3.0 GB'))
  expect(place.querySelector('li')?.textContent).toMatch(/rain\.zip12\.3 MB3 May 2026/)
  expect(button('Delete “rain.zip”')).toBeDefined()
  // Regardless of the previous setting.
  expect(useSettings.getState().localSubtitledWorks).toEqual([7])

  engine.askPersistence.mockResolvedValue(false)
  await act(async () => button('Protect it')!.click())
  await until(() => expect(text()).toContain('The browser declined.'))
  engine.askPersistence.mockResolvedValue(true)
  engine.storageState.mockResolvedValue({ usageBytes: null, quotaBytes: null, isPersisted: true })
  await act(async () => button('Protect it')!.click())
  await until(() => expect(text()).toContain('Protected: '))
  expect(text()).toContain('does not say how much is used')
  expect(button('Protect it')).toBeUndefined()
})

test.each<[LocalSubtitleProblem, told: string, action: string | undefined]>([
  [{ kind: 'unavailable' }, 'for example because this is a private window', undefined],
  [{ kind: 'newerDatabase' }, 'A newer version of this site', 'Reload the page'],
  [
    { kind: 'upgradeFailed', message: 'row 7' },
    'could not be updated. Reload the page and try again. (row 7)',
    'Reload the page',
  ],
  [{ kind: 'unknown', message: 'disk' }, 'Something went wrong: disk', 'Try again'],
])(
  'LSB-06 where packages cannot be listed (%o) that is said, and nothing can be given',
  async (problem, told, action) => {
    engine.openDatabase.mockImplementation(() => fails(problem))
    await show()
    expect(place.querySelector('[role=alert]')?.textContent).toContain(told)
    expect(place.querySelector('input')).toBeNull()
    expect([...place.querySelectorAll('button')].map((one) => one.textContent)).toEqual(
      action === undefined ? [] : [action],
    )
  },
)

test('LSB-01 LSB-02 packages are imported one after another, and the outcome of each is shown', async () => {
  const wanted: [LocalSubtitleProblem, string][] = [
    [{ kind: 'notZip' }, 'This is not a zip file.'],
    [{ kind: 'importedAlready', fileName: 'a.zip' }, 'This package has already been imported.'],
    [{ kind: 'importedAlready', fileName: 'b.zip' }, 'already been imported, as “b.zip”.'],
    [{ kind: 'broken', path: '' }, 'could not be opened, because it is damaged.'],
    [{ kind: 'missingRecord', path: 'RJ1/01.vtt', hash: 'a1b2' }, 'No stored record matches RJ1/01.vtt (a1b2).'],
    [{ kind: 'quotaExceeded', usageBytes: 2e9, quotaBytes: 3e9 }, '2.0 GB of 3.0 GB are in use'],
    [{ kind: 'tooMuch', of: 'files', limit: 500_000, path: 'x' }, 'more than 500,000 files'],
  ]
  engine.importPackage.mockResolvedValueOnce(taken)
  for (const [problem] of wanted) engine.importPackage.mockImplementationOnce(() => fails(problem))
  await show()
  await give(zip('rain.zip'), ...wanted.map(() => zip('a.zip')))
  await until(() => expect(place.querySelectorAll('[role=log] > ul > li')).toHaveLength(8))
  const told = [...place.querySelectorAll('[role=log] > ul > li')].map((one) => one.textContent)
  expect(told[0]).toContain('rain.zip1,200 subtitles added for 1 work. 102 files were skipped.')
  expect(told[0]).toContain('and 102 more')
  for (const [index, [, expected]] of wanted.entries()) expect(told[index + 1]).toContain(expected)
  await act(async () => button('Dismiss results')!.click())
  expect(place.querySelectorAll('[role=log] li')).toHaveLength(0)
})

test('LSB-02 what is imported can be taken back, with all that waits; elsewhere the end is said', async () => {
  const begun = Promise.withResolvers<ImportOptions>()
  engine.importPackage.mockImplementation((_file, options) => {
    begun.resolve(options)
    return new Promise((_, reject) => {
      options.signal!.addEventListener('abort', () => reject(new LocalSubtitleError({ kind: 'cancelled' })))
    })
  })
  await show()
  await give(zip('large.zip'), zip('next.zip'))
  const { onProgress } = await begun.promise
  await act(async () => onProgress?.({ step: 'importing', done: 4e6, total: 16e6, files: 1_234 }))
  expect(text()).toContain('4.0 MB of 16.0 MB stored1,234 subtitles1 more package is waiting')
  expect(place.querySelector('progress')).toMatchObject({ value: 4e6, max: 16e6 })
  await act(async () => root.render(null))
  await act(async () => (await import('../import/imports.ts')).cancelImports())
  await until(() => expect(useImports.getState().running).toBeNull())
  expect(engine.importPackage).toHaveBeenCalledTimes(1)
  expect(useToasts.getState().toasts.at(-1)?.text).toBe('large.zip Cancelled. Nothing was imported.')
})
