import type { TabKey } from '#lib/storage/storage-keys.ts'

/** In this tab's storage: a mini-app's first address said so. */
export const MINI_APP_KEY: TabKey = 'mini-app'

/** Where a page stands, as far as it can tell. */
export type Surroundings = {
  userAgent: string
  /** What WeChat calls it. */
  wxEnvironment?: unknown
  /** What Telegram's own script has been given, where a page has that script. */
  telegramData?: unknown
  /** Of the address, with its `#`. */
  hash: string
}

/**
 * Whether a page runs in a mini-app of a messenger. The in-app browser in which a messenger opens links is none: it has none of
 * these marks.
 */
export function isInMiniApp({ userAgent, wxEnvironment, telegramData, hash }: Surroundings): boolean {
  return (
    wxEnvironment === 'miniprogram' ||
    // WeChat, QQ, Alipay and Feishu say the first of themselves, LINE the second.
    /miniprogram|\bLIFF\b/i.test(userAgent) ||
    (typeof telegramData === 'string' && telegramData !== '') ||
    isTelegramLaunch(hash)
  )
}

/** Telegram opens a mini-app with what it says of itself behind the `#`; the next page has that no more. */
export function isTelegramLaunch(hash: string): boolean {
  return Boolean(new URLSearchParams(hash.slice(1)).get('tgWebAppData'))
}
