import { FallbackNotice } from './FallbackNotice.tsx'
import { PositionNotice } from '../position/RemotePositionNotice.tsx'
import { TroubleNotice } from './TroubleNotice.tsx'

/** Notices about the current track, in the bar and in the full player. */
export function Notices() {
  return (
    <>
      <TroubleNotice />
      <PositionNotice />
      <FallbackNotice />
    </>
  )
}
