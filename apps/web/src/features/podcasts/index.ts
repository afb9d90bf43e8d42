export { PodcastButton } from './PodcastButton.tsx'
