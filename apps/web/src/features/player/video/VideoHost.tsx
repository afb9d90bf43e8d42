import { useLayoutEffect, useRef, type ComponentProps } from 'react'

import styles from './Picture.module.css'

type Props = Omit<ComponentProps<'div'>, 'ref' | 'className'> & { video: HTMLVideoElement }

/** Where the page's one video is while this is mounted. */
export function VideoHost({ video, ...rest }: Props) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = host.current
    if (!place) return undefined
    place.append(video)
    return () => {
      // The browser's own window closes with a video that leaves the document.
      if (document.pictureInPictureElement === video) parkingPlace().append(video)
      else if (video.parentElement === place) video.remove()
    }
  }, [video])
  return <div {...rest} ref={host} className={styles.host} />
}

let parking: HTMLElement | undefined

function parkingPlace(): HTMLElement {
  parking ??= document.createElement('div')
  parking.className = styles.parking ?? ''
  parking.ariaHidden = 'true'
  document.body.append(parking)
  return parking
}
