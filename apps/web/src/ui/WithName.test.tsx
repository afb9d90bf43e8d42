import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { WithName } from './WithName.tsx'

test('A11Y-01 a name in a text has its own language, wherever the text puts it', () => {
  const shown = (text: (name: string) => string, name: string) =>
    renderToStaticMarkup(<WithName text={text} name={name} />)
  expect(shown((name) => `我对《${name}》的评分`, '夜の雨')).toBe('我对《<bdi lang="ja">夜の雨</bdi>》的评分')
  expect(shown((name) => `by ${name}`, 'Rain')).toBe('by <bdi lang="en">Rain</bdi>')
})
