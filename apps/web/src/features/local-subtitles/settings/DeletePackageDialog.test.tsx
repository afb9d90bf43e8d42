import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import '#i18n/on-demand/local-subtitle-texts.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'
import { useToasts } from '#ui/toast.ts'

import DeletePackageDialog from './DeletePackageDialog.tsx'
import { LocalSubtitleError } from '../problems.ts'

const engine = vi.hoisted(() => ({
  openDatabase: () => Promise.resolve(),
  subtitledWorkIds: () => Promise.resolve([]),
  deletePackage: vi.fn<(id: number) => Promise<void>>(),
}))
vi.mock('../engine.ts', () => engine)

// jsdom has neither dialog methods nor a screen.
Object.assign(HTMLDialogElement.prototype, { showModal: () => undefined, close: () => undefined })
vi.stubGlobal('matchMedia', () => ({ matches: true }))

const onClose = vi.fn<() => void>()
const onDeleted = vi.fn<() => void>()
const deletion = () => Promise.withResolvers<void>()
let root: Root
let going: ReturnType<typeof deletion>

beforeEach(async () => {
  onClose.mockReset()
  onDeleted.mockReset()
  useToasts.setState({ toasts: [] })
  going = deletion()
  engine.deletePackage.mockReset().mockReturnValue(going.promise)
  const i18n = await createI18n('en')
  root = createRoot(document.body)
  const about = { id: 4, fileName: 'rain.zip', sizeBytes: 1, createdAt: new Date() }
  await act(async () =>
    root.render(
      <I18nProvider value={i18n}>
        <DeletePackageDialog about={about} onClose={onClose} onDeleted={onDeleted} />
      </I18nProvider>,
    ),
  )
  const confirm = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Delete')
  await act(async () => confirm?.click())
  await vi.waitUntil(() => engine.deletePackage.mock.calls.length > 0)
})

afterEach(() => act(async () => root.unmount()))

const shownToasts = () => useToasts.getState().toasts.map(({ text }) => text)
const broken = new LocalSubtitleError({ kind: 'unknown', message: 'disk' })

test('LSB-06 what has been deleted is said, and the dialog closes', async () => {
  await act(async () => going.resolve())
  await vi.waitUntil(() => onDeleted.mock.calls.length > 0)
  expect([onClose.mock.calls.length, shownToasts()]).toEqual([1, ['“rain.zip” was deleted.']])
})

test('LSB-06 why a package could not be deleted stands in the dialog', async () => {
  await act(async () => going.reject(broken))
  await vi.waitUntil(() => document.querySelector('[role=alert]'))
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Something went wrong: disk')
  expect([onClose.mock.calls.length, shownToasts()]).toEqual([0, []])
})

test('LSB-06 of a dialog that was closed meanwhile the end is said, and nothing else is closed by it', async () => {
  await act(async () => root.render(null))
  await act(async () => going.reject(broken))
  await vi.waitUntil(() => shownToasts().length > 0)
  expect([onClose.mock.calls.length, shownToasts()]).toEqual([0, ['rain.zip Something went wrong: disk']])
})
