import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'

import { defaultPlace, useLyricChoices, type Place } from '../choose/choices.store.ts'
import { startPlace } from './start-place.ts'

/**
 * Returns the bar's position: where the listener put it on this device, otherwise where it covers no control marked
 * `data-keep-clear`. That is decided once per page, because a bar that moves during scrolling would be in the way.
 *
 * @param bar  null while it is not shown
 */
export function usePlace(bar: HTMLElement | null): Place {
  const chosen = useLyricChoices((choices) => choices.place)
  const router = useRouter()
  const [start, setStart] = useState(defaultPlace)

  useLayoutEffect(() => {
    const room = bar?.parentElement
    if (!bar || !room) return undefined
    const decide = () => {
      const important = [...document.querySelectorAll('[data-keep-clear]')]
      const size = { width: bar.offsetWidth, height: bar.offsetHeight }
      const boxes = important.map((element) => element.getBoundingClientRect())
      setStart(startPlace(room.getBoundingClientRect(), size, boxes))
    }
    decide()
    addEventListener('resize', decide)
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged }) => pathChanged && decide())
    return () => {
      removeEventListener('resize', decide)
      unsubscribe()
    }
  }, [bar, router])

  const isMoved = chosen.x !== defaultPlace.x || chosen.y !== defaultPlace.y
  return isMoved ? chosen : start
}
