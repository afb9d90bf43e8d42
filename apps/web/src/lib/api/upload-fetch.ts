export type UploadProgress = {
  /** @param share  0 to 1: how much has been sent */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Returns a `fetch` that sends a file and says how much of it has been sent, which `fetch` itself cannot. */
export function uploadFetch(file: Blob, { type, ...progress }: UploadProgress & { type: string }): typeof fetch {
  return (address, init) => {
    const { url } = new Request(address)
    const headers = new Headers(init?.headers)
    headers.set('content-type', type)
    return sendFile(url, headers, file, progress)
  }
}

function sendFile(url: string, headers: Headers, file: Blob, { onProgress, signal }: UploadProgress) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1)
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
    request.onerror = () => reject(new TypeError('Failed to fetch'))
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}
