import { useEffect, useRef } from 'react'

import css from './BlurredPicture.module.css'

/** Colours across and down: on a wide window each is stretched to more than a hundred pixels. */
const COLUMNS = 12
const ROWS = 9
/** Doubled so many times, which makes the steps between colours smooth. */
const DOUBLINGS = 4

type BlurredPictureProps = { src: string; srcSet?: string | undefined; sizes?: string | undefined }

/**
 * A picture as a strong blur that fills its box: a few colours, stretched. It fades in once the picture is loaded, and stays empty if
 * that fails. A CSS filter would be computed again for each frame in which something moves over it.
 */
export function BlurredPicture({ src, srcSet, sizes }: BlurredPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    let isCurrent = true
    const image = new Image()
    if (sizes !== undefined) image.sizes = sizes
    if (srcSet !== undefined) image.srcset = srcSet
    image.src = src
    async function draw(): Promise<void> {
      try {
        await image.decode()
      } catch {
        // What is behind it is shown, as while it loads.
        return
      }
      if (isCurrent && canvas.current) drawBlurred(image, canvas.current)
    }
    void draw()
    return () => {
      isCurrent = false
    }
  }, [src, srcSet, sizes])

  return (
    <canvas
      ref={canvas}
      className={css.picture}
      width={COLUMNS * 2 ** DOUBLINGS}
      height={ROWS * 2 ** DOUBLINGS}
      aria-hidden="true"
    />
  )
}

function drawBlurred(image: HTMLImageElement, canvas: HTMLCanvasElement): void {
  let from: CanvasImageSource = image
  for (let step = 0; step <= DOUBLINGS; step++) {
    const to = step === DOUBLINGS ? canvas : document.createElement('canvas')
    const [width, height] = [COLUMNS * 2 ** step, ROWS * 2 ** step]
    if (to !== canvas) Object.assign(to, { width, height })
    const context = to.getContext('2d')
    if (!context) return
    // The finer methods keep edges, which is what a blur has not.
    context.imageSmoothingQuality = step === 0 ? 'high' : 'low'
    context.clearRect(0, 0, width, height)
    context.drawImage(from, 0, 0, width, height)
    from = to
  }
  saturate(canvas)
  canvas.dataset.drawn = ''
}

/** Mixed colours are duller than those of the picture. */
function saturate(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d')!
  context.save()
  context.globalCompositeOperation = 'saturation'
  context.globalAlpha = 0.3
  context.fillStyle = '#f00'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.restore()
}
