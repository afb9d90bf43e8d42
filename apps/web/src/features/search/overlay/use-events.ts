import { useEffectEvent, useLayoutEffect } from 'react'

type Handlers = {
  [K in 'focusin' | 'focusout' | 'mousedown' | 'click' | 'submit' | 'formdata']?: (
    event: HTMLElementEventMap[K],
  ) => void
}

/** Listens to events of a foreign element, or events that React does not support. */
export function useEvents(target: HTMLElement, handlers: Handlers): void {
  const names = Object.keys(handlers).join(' ')
  const handle = useEffectEvent((event: Event) => {
    const handler = handlers[event.type as keyof Handlers] as ((event: Event) => void) | undefined
    handler?.(event)
  })
  useLayoutEffect(() => {
    const listener = (event: Event) => handle(event)
    const types = names.split(' ')
    for (const type of types) target.addEventListener(type, listener)
    return () => {
      for (const type of types) target.removeEventListener(type, listener)
    }
  }, [target, names])
}
