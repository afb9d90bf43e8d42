const DIGITS = '零一二三四五六七八九'
const VARIANTS: Record<string, string> = { 〇: '零', 壱: '一', 弐: '二', 参: '三' }
const UNITS: Record<string, number> = { 十: 10, 百: 100, 千: 1000 }

/** Reads a number in kanji: `十二` is 12, `百二十` 120, and as digits `一二` 12 and `二〇` 20. */
export function kanjiNumber(text: string): number {
  const signs = Array.from(text, (sign) => VARIANTS[sign] ?? sign)
  if (signs.every((sign) => DIGITS.includes(sign))) return Number(signs.map((sign) => DIGITS.indexOf(sign)).join(''))
  let total = 0
  let digit: number | null = null
  for (const sign of signs) {
    const unit = UNITS[sign]
    if (unit === undefined) digit = DIGITS.indexOf(sign)
    else {
      total += (digit ?? 1) * unit
      digit = null
    }
  }
  return total + (digit ?? 0)
}
