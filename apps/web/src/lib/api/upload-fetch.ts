export type UploadProgress = {
  /** @param share  0 to 1: how much has been sent */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Returns a `fetch` that says how much of its body has been sent, which `fetch` itself cannot. */
export function progressFetch(progress: UploadProgress): typeof fetch {
  return async (address, init) => {
    const request = new Request(address, init)
    return send(request, await request.blob(), progress)
  }
}

/** The same for a file, which is not read into memory. */
export function uploadFetch(file: Blob, { type, ...progress }: UploadProgress & { type: string }): typeof fetch {
  return (address, init) => {
    const request = new Request(address, { ...init, method: 'POST' })
    request.headers.set('content-type', type)
    return send(request, file, progress)
  }
}

function send({ url, headers }: Request, body: Blob, { onProgress, signal }: UploadProgress) {
  return new Promise<Response>((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('Failed to fetch'))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}
