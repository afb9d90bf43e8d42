import { FallbackNotice } from './FallbackNotice.tsx'
import { PlaceNotice } from '../position/RemotePositionNotice.tsx'
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
