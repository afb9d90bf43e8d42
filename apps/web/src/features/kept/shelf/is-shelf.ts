import { pathInApp } from '#lib/base-path.ts'

/** Whether this page is the shelf. */
export const isShelf = (): boolean => /^\/kept\/?$/.test(pathInApp(location.pathname))
