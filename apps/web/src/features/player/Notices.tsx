import { FallbackNotice } from './FallbackNotice.tsx'
import { PlaceNotice } from './PlaceNotice.tsx'
import { TroubleNotice } from './TroubleNotice.tsx'

/** What the player has to say about the current track, in the bar as over the whole window. */
export function Notices() {
  return (
    <>
      <TroubleNotice />
      <PlaceNotice />
      <FallbackNotice />
    </>
  )
}
