/**
 * Marks covers that fail to load, so that styles show a replacement, including those that failed before it ran. The
 * server inlines its source into the page's head, so it must not use anything from outside.
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
