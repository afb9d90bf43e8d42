import { below, storedName } from '#lib/base-path.ts'
import type { DeviceKey } from '#lib/storage/storage-keys.ts'

const KEY: DeviceKey = 'old-ios-notice'

/**
 * Runs in the page's head: on iOS 15.0 to 15.5 it loads a notice to update. An iPad may identify as a Mac; then the
 * touch screen and the browser's version identify it. The nonce is passed on, because these browsers do not support
 * `strict-dynamic`; and the name under which it is stored that the notice was read.
 */
export const oldIosScript = () =>
  `try{var n=navigator,u=n.userAgent;if(/(?:iPhone|iPad|iPod).* OS 15_[0-5](?!\\d)/.test(u)||n.maxTouchPoints>1&&/Macintosh.* Version\\/15\\.[0-5](?!\\d)/.test(u)){var s=document.createElement('script');s.src=${JSON.stringify(below('/old-ios-notice.js'))};s.nonce=document.currentScript.nonce;s.dataset.name=${JSON.stringify(storedName(KEY))};document.head.append(s)}}catch(e){}`
