import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'

import { useSettings } from '#features/settings/index.ts'
import { createI18n } from '#i18n/translations.ts'
import { I18nProvider } from '#i18n/use-translation.ts'

import { useWorkWords } from './work-words.ts'

const works = [
  { id: 1, has_subtitle: true },
  { id: 2, has_subtitle: false },
  { id: 3, has_subtitle: false },
]

function Marked() {
  const { isSubtitled } = useWorkWords()
  return works
    .filter(isSubtitled)
    .map(({ id }) => id)
    .join()
}

test('LSB-05 I18N-02 works with subtitles on this device are marked like those that have some, in Chinese only', async () => {
  const i18n = await createI18n('zh-CN')
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <I18nProvider value={i18n}>
        <Marked />
      </I18nProvider>,
    ),
  )
  expect(place.textContent).toBe('1')
  await act(async () => useSettings.setState({ localSubtitledWorks: [3] }))
  expect(place.textContent).toBe('1,3')
  await act(async () => i18n.change('ja'))
  expect(place.textContent).toBe('')
  await act(async () => root.unmount())
})
