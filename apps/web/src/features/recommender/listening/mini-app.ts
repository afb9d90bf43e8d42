import type { TabKey } from '#lib/storage/storage-keys.ts'

/** Set in the tab's storage if its first URL belonged to a mini-app. */
export const MINI_APP_KEY: TabKey = 'mini-app'

/** The environment of a page. */
export type Environment = {
  userAgent: string
  /** Set by WeChat. */
  wxEnvironment?: unknown
  /** Data passed to Telegram's script, if the page has it. */
  telegramData?: unknown
  /** Of the URL, including `#`. */
  hash: string
}

/** Whether a page runs in a messenger's mini-app. A messenger's in-app browser has none of these marks. */
export function isInMiniApp({ userAgent, wxEnvironment, telegramData, hash }: Environment): boolean {
  return (
    wxEnvironment === 'miniprogram' ||
    // WeChat, QQ, Alipay and Feishu send the first in the user agent, LINE the second.
    /miniprogram|\bLIFF\b/i.test(userAgent) ||
    (typeof telegramData === 'string' && telegramData !== '') ||
    isTelegramLaunch(hash)
  )
}

/** Telegram passes data in the hash when it opens a mini-app; the next page no longer has it. */
export function isTelegramLaunch(hash: string): boolean {
  return Boolean(new URLSearchParams(hash.slice(1)).get('tgWebAppData'))
}
