import type { PlaylistPrivacy } from '@otodana/contract'

export type PlaylistDetails = { name: string; description: string; privacy: PlaylistPrivacy; locale: string }
