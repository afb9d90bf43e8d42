// Loaded as a whole when the first file is opened.
export { FilePreview as default } from './FilePreview.tsx'
