export { FileTree } from './FileTree.tsx'
export { PlayWorkButton } from './PlayWorkButton.tsx'
