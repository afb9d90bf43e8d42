/**
 * Names of works' languages in themselves, by their code in searches. In this order a work's editions are listed.
 */
export const languageNames: Readonly<Record<string, string>> = {
  JPN: '日本語',
  ENG: 'English',
  CHI_HANS: '简体中文',
  CHI_HANT: '繁體中文',
  CHI: '中文',
  KO_KR: '한국어',
  SPA: 'Español',
  ITA: 'Italiano',
  GER: 'Deutsch',
  FRE: 'Français',
}

/** Those of subtitles, which have short codes. */
export const subtitleLanguageNames: Readonly<Record<string, string>> = {
  ja: '日本語',
  zh: '中文',
  en: 'English',
  ko: '한국어',
}

/** Their language tags, for screen readers. */
export const languageTags: Readonly<Record<string, string>> = {
  JPN: 'ja',
  ENG: 'en',
  CHI_HANS: 'zh-Hans',
  CHI_HANT: 'zh-Hant',
  CHI: 'zh',
  KO_KR: 'ko',
  SPA: 'es',
  ITA: 'it',
  GER: 'de',
  FRE: 'fr',
}

/** Names for cards, which have little room. */
const shortNames: Readonly<Record<string, string>> = {
  ENG: 'EN',
  CHI_HANS: '简中',
  CHI_HANT: '繁中',
  SPA: 'ES',
  ITA: 'IT',
  GER: 'DE',
  FRE: 'FR',
}

/** A language that is not known is shown by its code. */
export function shortLanguageName(code: string): string {
  return shortNames[code] ?? languageNames[code] ?? code
}
