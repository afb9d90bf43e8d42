/** Names of editions' languages in themselves, by their code in searches. */
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
