import type { LocaleTexts } from './texts.ts'
import type { Locale } from './locale.ts'

const loaders: Record<Locale, () => Promise<{ texts: LocaleTexts }>> = {
  en: () => import('./en.ts'),
  ja: () => import('./ja.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
}

/** On the server all languages are in the bundle; the browser loads the chunk of one. */
export async function loadTexts(locale: Locale): Promise<LocaleTexts> {
  return (await loaders[locale]()).texts
}
