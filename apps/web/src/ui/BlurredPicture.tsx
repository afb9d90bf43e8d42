import { useEffect, useRef } from 'react'

import css from './BlurredPicture.module.css'

/** Colours across and down: on a wide window each is stretched to more than a hundred pixels. */
const COLUMNS = 12
const ROWS = 9
/**
 * Halved until these colours are left, each the mean of all that it stands for, then doubled, which makes the steps between them
 * smooth.
 */
const SCALES = [32, 16, 8, 4, 2, 1, 2, 4, 8, 16]
const LAST_SCALE = 16

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
      const isDecoded = await image.decode().then(
        () => true,
        () => false,
      )
      if (!isCurrent || !canvas.current) return
      if (isDecoded) drawBlurred(image, canvas.current)
      // Not the colours of the picture before it.
      else delete canvas.current.dataset.drawn
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
      width={COLUMNS * LAST_SCALE}
      height={ROWS * LAST_SCALE}
      aria-hidden="true"
    />
  )
}

function drawBlurred(image: HTMLImageElement, canvas: HTMLCanvasElement): void {
  let from: CanvasImageSource = image
  for (const [step, scale] of SCALES.entries()) {
    const to = step === SCALES.length - 1 ? canvas : document.createElement('canvas')
    const [width, height] = [COLUMNS * scale, ROWS * scale]
    if (to !== canvas) Object.assign(to, { width, height })
    const context = to.getContext('2d')
    if (!context) return
    // The finer methods keep edges, and some browsers do not have them.
    context.imageSmoothingQuality = 'low'
    // Mixed colours are duller than those of the picture. Safari before 18 leaves them so.
    if (to === canvas) context.filter = 'saturate(1.6)'
    context.clearRect(0, 0, width, height)
    context.drawImage(from, 0, 0, width, height)
    from = to
  }
  canvas.dataset.drawn = ''
}
