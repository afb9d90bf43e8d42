import { SeekBar } from './SeekBar.tsx'
import { usePeaks } from './use-peaks.ts'
import { useCurrentTrack } from '../../use-player.ts'
import { useBufferedUntilSeconds, useDurationSeconds } from '../../use-position.ts'
import { Waveform } from './Waveform.tsx'

/** The seek bar with the track's waveform, or a plain one of the same height. */
export function WaveSeekBar() {
  const peaks = usePeaks()
  return <SeekBar isTall picture={peaks && <ArrivingWaveform peaks={peaks} />} />
}

function ArrivingWaveform({ peaks }: { peaks: Uint8Array }) {
  const until = useBufferedUntilSeconds()
  const known = useCurrentTrack()?.durationSeconds ?? null
  const duration = useDurationSeconds() ?? known
  return <Waveform peaks={peaks} buffered={duration ? Math.min(until / duration, 1) : 0} />
}
