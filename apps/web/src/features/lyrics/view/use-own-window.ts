import { useEffect, useState } from 'react'

import { useSettings } from '#features/settings/index.ts'
import { canHaveWindow } from '#lib/browser/own-window.ts'

import css from './LyricsBar.module.css'

const SIZE = { width: 560, height: 120 }

/**
 * A small window of its own, with the page's styles, while it is wanted.
 *
 * @param request  null while it is not wanted; another number is another try
 * @returns null until it is open, and for good where the browser has none or forbids it, as it does without a press: what
 *   would be shown there is then to be shown in the page
 */
export function useOwnWindow(request: number | null, title: string): Window | null {
  const [opened, setOpened] = useState<Window | null>(null)
  useEffect(() => {
    if (request === null || !canHaveWindow()) return undefined
    let isOver = false
    let own: Window | undefined
    const handleClosed = () => {
      if (isOver) return
      setOpened(null)
      // Closing the window turns the setting off; the end of the page closes it as well, without this event.
      useSettings.setState({ subtitleDisplayMode: 'in-app' })
    }
    window.documentPictureInPicture?.requestWindow(SIZE).then(
      (granted) => {
        own = granted
        if (isOver) return granted.close()
        dress(granted.document)
        granted.addEventListener('pagehide', handleClosed)
        return setOpened(granted)
      },
      // Not after a press: the page has it then.
      () => undefined,
    )
    return () => {
      isOver = true
      setOpened(null)
      own?.close()
    }
  }, [request])
  useEffect(() => {
    if (opened) name(opened, title)
  }, [opened, title])
  return opened
}

function name(target: Window, title: string) {
  target.document.title = title
}

/** Gives a new window the look and language of this page. */
function dress(target: Document) {
  for (const { name, value } of document.documentElement.attributes) target.documentElement.setAttribute(name, value)
  for (const sheet of document.querySelectorAll('style, link[rel="stylesheet"]'))
    target.head.append(target.importNode(sheet, true))
  target.body.className = css.apart ?? ''
}
