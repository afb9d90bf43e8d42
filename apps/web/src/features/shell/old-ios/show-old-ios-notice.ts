import type { Translate } from '#i18n/translations.ts'

/**
 * Asks visitors with an outdated iOS to update it, until dismissed. A separate script without the app (see
 * vite/old-ios-notice.ts), which may not start there.
 *
 * @param textsIn  returns the texts of a language; English by default
 * @param name  under which it is stored that the notice was read
 */
export function showOldIosNotice(textsIn: (locale: string) => Translate<'old-ios'>, name: string): void {
  try {
    if (localStorage.getItem(name) !== null) return
  } catch {
    // Without storage, the notice is shown on every page.
  }
  const t = textsIn(document.documentElement.lang)
  const box = document.createElement('aside')
  box.setAttribute('aria-label', t('title'))
  box.style.cssText =
    'position:fixed;inset:calc(var(--header-height,3.5rem) + env(safe-area-inset-top) + 0.5rem) 0.75rem auto;z-index:40;display:flex;gap:0.75rem;align-items:flex-start;max-width:34rem;margin:0 auto;padding:0.75rem 0.75rem 0.75rem 1rem;border:1px solid var(--color-line-strong,#888);border-radius:1rem;background:var(--color-surface,#fff);color:var(--color-text,#111);box-shadow:0 8px 24px rgb(0 0 0 / 25%);font-size:0.9375rem'
  const words = document.createElement('div')
  words.style.flex = '1'
  const title = document.createElement('strong')
  title.textContent = t('title')
  const text = document.createElement('p')
  text.textContent = t('text')
  words.append(title, text)
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = t('close')
  close.style.cssText =
    'flex:none;min-height:2.75rem;padding:0 1rem;border:0;border-radius:999px;background:var(--color-accent,#8a4f00);color:var(--color-on-accent,#fff);font-weight:600'
  box.append(words, close)

  // Hydration removes unknown elements, so it is inserted again.
  const watch = new MutationObserver(put)
  close.addEventListener('click', () => {
    watch.disconnect()
    box.remove()
    try {
      localStorage.setItem(name, 'read')
    } catch {
      // Shown again on the next page.
    }
  })

  function put(): void {
    if (!box.isConnected) document.body.append(box)
  }

  function begin(): void {
    put()
    watch.observe(document.body, { childList: true })
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin)
  else begin()
}
