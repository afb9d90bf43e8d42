/** A video as most are: H.264 and AAC in an MP4. It does not end in the middle of a journey. */
export const aVideo = { code: 'RJ09900098', name: 'Harbour', seconds: 240 }
