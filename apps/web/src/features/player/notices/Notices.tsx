import { FallbackNotice } from './FallbackNotice.tsx'
import { PositionNotice } from '../position/RemotePositionNotice.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'

/** Notices about the current track, in the bar and in the full player. */
export function Notices() {
  return (
    <>
      <ProblemNotice />
      <PositionNotice />
      <FallbackNotice />
    </>
  )
}
