type Stored = { bytes: Uint8Array<ArrayBuffer>; modifiedMs: number }

type Options = {
  /** Whether files can be renamed; some browsers cannot. */
  canMove?: boolean
  /** Whether files can be renamed to their final names; other programs may use these. */
  canFinish?: boolean
  /** Name of the error on write. */
  failsWith?: string
  /** Duration of each write. */
  slowMs?: number
}

export type FakeFolder = ReturnType<typeof aFolder>

/**
 * A folder as in the File System Access API: writing goes to a copy, which replaces the file when closed, and reopening
 * copies the file first.
 */
export function aFolder({ canMove = true, canFinish = true, failsWith, slowMs = 0 }: Options = {}) {
  const files = new Map<string, Stored>()
  let clock = 1
  const folder = {
    canFinish,
    root: directory(''),
    paths: () => [...files.keys()].sort(),
    read: (path: string) => files.get(path)?.bytes,
    write: (path: string, bytes: Uint8Array<ArrayBuffer>) => void files.set(path, { bytes, modifiedMs: clock++ }),
  }

  function directory(path: string): FileSystemDirectoryHandle {
    return {
      kind: 'directory',
      name: path,
      getDirectoryHandle: async (name: string) => directory(`${path}${name}/`),
      async getFileHandle(name: string, { create = false } = {}) {
        if (!files.has(path + name)) {
          if (!create) throw new DOMException('', 'NotFoundError')
          folder.write(path + name, new Uint8Array())
        }
        return handleOf(path, name)
      },
      removeEntry: async (name: string) => void files.delete(path + name),
    } as unknown as FileSystemDirectoryHandle
  }

  function handleOf(path: string, name: string) {
    const stored = () => files.get(path + name) ?? { bytes: new Uint8Array(), modifiedMs: 0 }
    return {
      kind: 'file',
      name,
      async getFile() {
        const { bytes, modifiedMs } = stored()
        return { size: bytes.length, lastModified: modifiedMs, stream: () => new Blob([bytes]).stream() }
      },
      async createWritable({ keepExistingData = false } = {}) {
        if (!folder.canFinish && !name.endsWith('.part')) throw new DOMException('', 'NoModificationAllowedError')
        return writableOf(keepExistingData ? stored().bytes : new Uint8Array(), (bytes) =>
          folder.write(path + name, bytes),
        )
      },
      move: canMove
        ? async (to: string) => {
            if (!folder.canFinish) throw new DOMException('', 'NoModificationAllowedError')
            files.set(path + to, stored())
            files.delete(path + name)
          }
        : undefined,
    }
  }

  function writableOf(existing: Uint8Array, close: (bytes: Uint8Array<ArrayBuffer>) => void) {
    const chunks: Uint8Array[] = existing.length > 0 ? [existing] : []
    function joined(): Uint8Array<ArrayBuffer> {
      const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
      let at = 0
      for (const chunk of chunks) {
        whole.set(chunk, at)
        at += chunk.length
      }
      return whole
    }
    const sink = new WritableStream<Uint8Array>({
      async write(bytes) {
        if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs))
        if (failsWith !== undefined) throw new DOMException('', failsWith)
        chunks.push(bytes.slice())
      },
      close: () => close(joined()),
    })
    let writer: WritableStreamDefaultWriter<Uint8Array> | null = null
    const open = () => (writer ??= sink.getWriter())
    return Object.assign(sink, {
      write: (bytes: Uint8Array) => open().write(bytes),
      truncate: async (size: number) => void chunks.splice(0, chunks.length, joined().slice(0, size)),
      seek: async () => undefined,
      close: () => open().close(),
      abort: () => open().abort(),
    })
  }

  return folder
}
