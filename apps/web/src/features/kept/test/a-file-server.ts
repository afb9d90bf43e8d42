/** A server with one file, whose answers may break off, and a proxy before it that may know less than it. */
export function aFileServer(content: Uint8Array<ArrayBuffer>) {
  const asked: string[] = []
  const server = {
    content,
    etag: '"a"' as string | null,
    /** Range and condition of each request. */
    asked,
    /** Answered instead. */
    status: null as number | null,
    headers: {} as Record<string, string>,
    /** Bytes before the next answers break off. */
    breaksAfter: Infinity,
    /** Bytes that one answer has at most. */
    mostBytes: Infinity,
    knowsRanges: true,
    knowsSize: true,
    chunkBytes: 1_000_000,
    /** Called before each chunk. */
    onChunk: (_sent: number): void | Promise<void> => {},

    async fetch(_url: unknown, { headers, signal }: RequestInit = {}): Promise<Response> {
      const given = new Headers(headers)
      const [range, condition] = [given.get('range') ?? '', given.get('if-range')]
      asked.push(`${range.replace('bytes=', '')}${condition === null ? '' : ` if ${condition}`}`)
      const json = { 'content-type': 'application/json' }
      if (server.status !== null) {
        return new Response('{}', { status: server.status, headers: { ...json, ...server.headers } })
      }
      const size = server.content.length
      const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? []
      const isPart = server.knowsRanges && (condition === null || condition === server.etag)
      const start = isPart ? Number(from) : 0
      const total = server.knowsSize ? String(size) : '*'
      if (isPart && start >= size) {
        return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } })
      }
      const last = Math.min(size - 1, isPart && to !== '' ? Number(to) : Infinity, start + server.mostBytes - 1)
      const answer = new Response(bodyOf(start, last + 1, signal), { status: isPart ? 206 : 200 })
      answer.headers.set('content-type', 'audio/mpeg')
      if (server.etag !== null) answer.headers.set('etag', server.etag)
      if (isPart) answer.headers.set('content-range', `bytes ${start}-${last}/${total}`)
      else if (server.knowsSize) answer.headers.set('content-length', String(size))
      return answer
    },
  }

  function bodyOf(start: number, end: number, signal: AbortSignal | null | undefined): ReadableStream {
    let at = start
    const brokenAt = start + server.breaksAfter
    return new ReadableStream<Uint8Array>({
      start: (controller) => signal?.addEventListener('abort', () => controller.error(signal.reason)),
      async pull(controller) {
        await server.onChunk(at - start)
        if (at >= brokenAt) return controller.error(new TypeError('network error'))
        if (at >= end) return controller.close()
        const next = Math.min(end, brokenAt, at + server.chunkBytes)
        controller.enqueue(server.content.slice(at, next))
        at = next
      },
    })
  }
  return server
}
