const texts = {
  en: { saved: 'Saved', rated: 'Rating saved', progress: 'Progress saved', deleted: 'Deleted' },
  ja: { saved: '保存しました', rated: '評価を保存しました', progress: '進捗を保存しました', deleted: '削除しました' },
  zh: { saved: '已保存', rated: '评分已保存', progress: '进度已保存', deleted: '已删除' },
}
export type MessageName = keyof (typeof texts)['en']

/** A text that clients display unchanged, in the first available of the visitor's languages. */
export function messageIn(acceptLanguage: string | undefined, name: MessageName): string {
  const [language = 'en'] = (acceptLanguage ?? '').toLowerCase().match(/\b(?:en|ja|zh)\b/) ?? []
  return texts[language as keyof typeof texts][name]
}
