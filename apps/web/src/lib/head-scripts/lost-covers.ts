/**
 * Marks covers that fail to load, wherever they are shown, so that the styles draw a replacement: future ones, and those that
 * failed before it ran, whose error events are past. The server writes its source into the page's head, so it uses nothing
 * from outside.
 */
export function followLostCovers(): void {
  const mark = (target: unknown, isLost: boolean) => {
    if (target instanceof HTMLImageElement && target.src.includes('/api/cover/'))
      target.toggleAttribute('data-lost', isLost)
  }
  const note = ({ target, type }: Event) => mark(target, type === 'error')
  document.addEventListener('error', note, true)
  document.addEventListener('load', note, true)
  for (const image of document.images) if (image.complete && image.naturalWidth === 0) mark(image, true)
}
