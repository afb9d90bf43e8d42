import { expect, test } from 'vitest'

import { languagesOf } from './languages.ts'

const of = (...lines: string[]) => languagesOf(lines.map((text) => ({ text })))

test('I18N-06 a subtitle’s languages are those of its lines', () => {
  expect(of('雨の音が聞こえます。', '大丈夫？', '灯りを消しますね。', '本当。')).toEqual(['ja'])
  expect(
    of('雨声越来越大了。', '我们把灯关掉吧。', '晚安，さくら。', '今天也辛苦了。', '好好睡吧。', '明天见。'),
  ).toEqual(['zh'])
  expect(of('Listen to the rain.', 'Hush now.', 'Good night.')).toEqual(['en'])
  expect(of('비가 오네요.', '잘 자요.')).toEqual(['ko'])
})

test('I18N-06 a subtitle in two languages has both', () => {
  expect(of('雨の音が聞こえます。\n能听到雨声。', '灯りを消しますね。\n把灯关掉吧。')).toEqual(['ja', 'zh'])
  expect(of('雨声越来越大了。\nThe rain is getting louder.')).toEqual(['zh', 'en'])
})

test('I18N-06 sounds, and languages that are not told apart, are none', () => {
  expect(of('♪～', '……', '1, 2, 3')).toEqual([])
  expect(of('Buenas noches.', 'Hasta mañana, amor.', 'Escucha la lluvia.', 'Está lloviendo.')).toEqual([])
  expect(of()).toEqual([])
})

test('I18N-06 a name in another script does not make another language', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `第${at}夜の雨です`)
  expect(of(...lines, 'Otodana', '雨音文庫')).toEqual(['ja'])
})
