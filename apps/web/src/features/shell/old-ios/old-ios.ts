/**
 * Runs from the page's head: on iOS 15.0 to 15.5 it asks for the notice that an update is due. An iPad may call itself a
 * Mac; then its touch screen tells, and the browser's version is that of the system. The nonce is handed on, for these
 * browsers do not yet trust what a trusted script loads.
 */
export const oldIosScript = `try{var n=navigator,u=n.userAgent;if(/(?:iPhone|iPad|iPod).* OS 15_[0-5](?!\\d)/.test(u)||n.maxTouchPoints>1&&/Macintosh.* Version\\/15\\.[0-5](?!\\d)/.test(u)){var s=document.createElement('script');s.src='/old-ios-notice.js';s.nonce=document.currentScript.nonce;document.head.append(s)}}catch(e){}`
