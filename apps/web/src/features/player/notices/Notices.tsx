import { FallbackNotice } from './FallbackNotice.tsx'
import { PositionNotice } from '../position/RemotePositionNotice.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'
import { SleepNotice } from '../sleep/SleepNotice.tsx'

/** Notices about the current track and the sleep timer, in the bar and in the full player. */
export function Notices() {
  return (
    <>
      <ProblemNotice />
      <PositionNotice />
      <FallbackNotice />
      <SleepNotice />
    </>
  )
}
