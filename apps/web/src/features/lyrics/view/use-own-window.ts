import { useEffect, useState } from 'react'

import { useSettings } from '#features/settings/index.ts'
import { canHaveWindow, openOwnWindow, setTitle } from '#lib/browser/own-window.ts'

import css from './LyricsBar.module.css'

const SIZE = { width: 560, height: 120 }

/**
 * Opens a picture-in-picture window with the page's styles.
 *
 * @param request  null to close; another number tries again
 * @returns null until it is open, or if the browser does not support or allow it (it requires a press): show the
 *   content in the page then
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
      // Closing the window turns the setting off; leaving the page closes it without this event.
      useSettings.setState({ subtitleDisplayMode: 'in-app' })
    }
    void openOwnWindow(SIZE, css.apart).then((granted) => {
      // Not triggered by a press: shown in the page instead.
      if (!granted) return undefined
      own = granted
      if (isOver) return granted.close()
      granted.addEventListener('pagehide', handleClosed)
      return setOpened(granted)
    })
    return () => {
      isOver = true
      setOpened(null)
      own?.close()
    }
  }, [request])
  useEffect(() => {
    if (opened) setTitle(opened, title)
  }, [opened, title])
  return opened
}
