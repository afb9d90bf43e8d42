/**
 * Tracks that do not end in the middle of a journey, on a slow machine neither. The other tests play short ones slowly, which
 * crashes WebKitGTK's scaletempo (GStreamer 1.22) in one run of two.
 */
export const longWork = {
  code: 'RJ09900099',
  tracks: ['01 Rain.wav', '02 Wind.wav'].map((name) => ({ name, seconds: 240, strength: () => 0.1 })),
}
