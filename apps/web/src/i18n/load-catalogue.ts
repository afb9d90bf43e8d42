import type { Catalogue } from './catalogue.ts'
import type { Locale } from './locale.ts'

const catalogues: Record<Locale, () => Promise<{ catalogue: Catalogue }>> = {
  en: () => import('./en.ts'),
  ja: () => import('./ja.ts'),
  'zh-CN': () => import('./zh-CN.ts'),
}

/** On the server all languages are in the bundle; the browser loads the chunk of the one it shows. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  return (await catalogues[locale]()).catalogue
}
