import { create } from 'zustand'

/** Only in Chromium, and not in TypeScript's own types. */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt
  }
  interface Navigator {
    /** In Safari on iOS: whether the app was opened from the home screen. */
    readonly standalone?: boolean
  }
}

/** The browser's offer to install the app, kept until the page finds a fitting moment for it. */
export const useInstallOffer = create<{ offer: InstallPrompt | null }>()(() => ({ offer: null }))

/** Called before the browser may offer it: the offer is made once a page. */
export function followInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    useInstallOffer.setState({ offer: event })
  })
  addEventListener('appinstalled', () => useInstallOffer.setState({ offer: null }))
}

/** Shows the browser's dialog. An offer can be used once. */
export async function install(): Promise<void> {
  const { offer } = useInstallOffer.getState()
  useInstallOffer.setState({ offer: null })
  await offer?.prompt()
}

/** Whether this is Safari on iOS in a tab, where the app is installed by hand. */
export function isInstalledByHand(): boolean {
  return navigator.standalone === false
}
