/** Exits with a clear message if started manually with a Node older than the pinned one. */
export function requireNode(major = 26): void {
  const running = Number(process.versions.node.split('.')[0])
  if (running >= major) return
  console.error(
    `Otodana needs Node ${major} or newer; this is ${process.version}. ` +
      'Start it with an npm command (npm start, npm test, …), which uses the pinned Node.',
  )
  process.exit(1)
}
