import { beforeEach, expect, test } from 'vitest'

import { showSettings } from './document-settings.ts'
import { settingsScript } from './settings-script.ts'
import { SETTINGS_KEY, useSettings } from './settings.store.ts'

const attributes = () => ({ ...document.documentElement.dataset })

function runScript(): void {
  const script = document.createElement('script')
  script.textContent = settingsScript()
  document.head.append(script)
}

beforeEach(() => {
  localStorage.clear()
  for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name]
})

test.each([
  {},
  { colorScheme: 'dark' },
  { colorScheme: 'light', globalFilter: '$-age:adult$' },
  { colorScheme: 'system', globalFilter: '', showCensoredTag: true },
  { showShopDetails: true },
  { showPopularAtHome: false },
  { showRecentAtHome: false },
  { showRecommendAtHome: false, recommenderUuid: '0b1f0d4e-6c1a-4f5e-9d7a-3c2b1a098765' },
  { showPopularAtHome: false, showRecommendAtHome: false },
  { sidebarExpandMode: 'docked' },
  { sidebarExpandMode: 'docked', isSidebarFolded: true },
  { sidebarExpandMode: 'overlay', isSidebarFolded: true },
] as const)('SET-01 LIB-11 NAV-07 the page’s head shows %o as the settings do later', (values) => {
  const settings = { ...useSettings.getInitialState(), ...values }
  showSettings(settings)
  const later = attributes()
  showSettings(useSettings.getInitialState())
  expect(attributes()).toEqual({})
  localStorage.setItem(SETTINGS_KEY, JSON.stringify({ version: 1, values }))
  runScript()
  expect(attributes()).toEqual(later)
})

test('I18N-06 the page’s head shows marks of subtitles as chosen on the device', () => {
  const { documentElement: root } = document
  const after = (lang: string, values: object, isOn: boolean) => {
    root.lang = lang
    root.toggleAttribute('data-subtitles', isOn)
    localStorage.setItem(SETTINGS_KEY, JSON.stringify({ version: 1, values }))
    runScript()
    return root.hasAttribute('data-subtitles')
  }
  for (const isOn of [true, false]) {
    expect(after('ja', {}, isOn)).toBe(isOn)
    expect(after('ja', { showSubtitled: null, localSubtitledWorks: [] }, isOn)).toBe(isOn)
    expect(after('ja', { showSubtitled: true }, isOn)).toBe(true)
    expect(after('ja', { showSubtitled: false, localSubtitledWorks: [1] }, isOn)).toBe(false)
    expect(after('ja', { localSubtitledWorks: [1] }, isOn)).toBe(true)
  }
  expect(after('zh-CN', { showSubtitled: false }, true)).toBe(true)
  root.removeAttribute('lang')
})

test.each(['', 'null', '{', '{"values":{"colorScheme":"pink","globalFilter":0}}'])(
  'SET-03 stored nonsense %o shows nothing',
  (text) => {
    localStorage.setItem(SETTINGS_KEY, text)
    runScript()
    expect(attributes()).toEqual({})
  },
)

test('SET-01 a change of a setting shows at once', () => {
  useSettings.setState({ colorScheme: 'light', globalFilter: 'rain' })
  expect(attributes()).toEqual({ colorScheme: 'light', globalFilter: '' })
  useSettings.setState({ colorScheme: 'system', globalFilter: '' })
  expect(attributes()).toEqual({})
})
