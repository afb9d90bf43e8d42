export { FileTree } from './FileTree.tsx'
export { PlayWorkButton } from './PlayWorkButton.tsx'
export { folderHref } from './folder-href.ts'
export { TrackList } from './TrackList.tsx'
