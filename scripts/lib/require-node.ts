/** Ends the program with a clear text where it was started by hand with an older Node than the pinned one. */
export function requireNode(major = 26): void {
  const running = Number(process.versions.node.split('.')[0])
  if (running >= major) return
  console.error(
    `Otodana needs Node ${major} or newer; this is ${process.version}. ` +
      'Start it with an npm command (npm start, npm test, …): those bring their own Node.',
  )
  process.exit(1)
}
