/** @returns whether the bytes were sent; if the receiver is gone, the owner of their source must end it */
export function writeTo(destination: NodeJS.WritableStream, bytes: Buffer): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  destination.write(bytes, (error) => resolve(!error))
  return promise
}
