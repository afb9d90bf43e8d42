import { type Block, unpackBlock } from './zip/unpack.ts'

addEventListener('message', ({ data }: MessageEvent<Block>) => {
  const unpacked = unpackBlock(data)
  const transfer = unpacked.flatMap((one) => ('content' in one ? one.content.buffer : []))
  postMessage(unpacked, { transfer })
})
