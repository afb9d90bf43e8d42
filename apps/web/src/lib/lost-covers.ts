/**
 * Marks the covers that cannot be loaded, wherever they are shown, so that the styles draw in their place: those to come,
 * and those that failed before it ran, whose errors are told to nobody any more. Written by the server into the page's head
 * as it is: nothing of it stands outside.
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
