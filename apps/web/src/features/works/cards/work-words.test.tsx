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
  { id: 4, has_subtitle: true, subtitle_languages: ['zh', 'en'] },
]

function Marked() {
  const { subtitles } = useWorkWords()
  return works
    .map((work) => subtitles(work))
    .map((mark) => (mark ? `${mark.text} ${mark.short ?? '-'}` : ''))
    .join()
}

test('LSB-05 I18N-02 works with subtitles are marked, those on this device too; languages that are not the page’s are named', async () => {
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
  expect(place.textContent).toBe('带字幕 -,,,带字幕 -')
  await act(async () => useSettings.setState({ localSubtitledWorks: [3] }))
  expect(place.textContent).toBe('带字幕 -,,带字幕 -,带字幕 -')
  await act(async () => i18n.change('ja'))
  expect(place.textContent).toBe('字幕あり -,,字幕あり -,字幕：中文 · English 中文 +1')
  await act(async () => root.unmount())
})
