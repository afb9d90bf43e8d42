import type { ToPage } from '#lib/storage/cached-pages.ts'

/** What is used of a `WindowClient`. */
type OpenPage = {
  visibilityState: DocumentVisibilityState
  postMessage: (message: unknown) => void
  focus: () => Promise<unknown>
}

type Deps = {
  /** Returns the open pages, the one that was used last at first. */
  listPages: () => Promise<readonly OpenPage[]>
  openPage: (path: string) => Promise<unknown>
  show: (title: string, options: NotificationOptions) => Promise<void>
  /** The path of the shelf, and that of the notification's picture. */
  shelf: string
  icon: string
}

/** Notifications of downloads that are done. */
export function createNotifications({ listPages, openPage, show, shelf, icon }: Deps) {
  return {
    /** Shows a notification, unless a page is visible, which says it itself. A later one replaces it. */
    async notify(title: string, body: string): Promise<void> {
      const open = await listPages()
      if (open.some(({ visibilityState }) => visibilityState === 'visible')) return
      await show(title, { body, tag: 'otodana-kept', icon })
    },

    /** Shows the shelf: in a page that is open, without loading it again, since it may be playing. */
    async handleClick(notification: Pick<Notification, 'close'>): Promise<void> {
      notification.close()
      const [open] = await listPages()
      if (!open) return void (await openPage(shelf))
      open.postMessage({ type: 'open', path: shelf } satisfies ToPage)
      await open.focus()
    },
  }
}
