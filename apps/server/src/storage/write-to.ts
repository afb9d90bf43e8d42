/** @returns whether the bytes have left; when the receiver is gone, it is for whoever owns their source to end it */
export function writeTo(destination: NodeJS.WritableStream, bytes: Buffer): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  destination.write(bytes, (error) => resolve(!error))
  return promise
}
