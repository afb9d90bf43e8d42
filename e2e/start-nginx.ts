import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { findNginx } from '../scripts/ensure-test-tools.ts'

const example = new URL('../deploy/nginx-base-path.conf.example', import.meta.url)

type Options = {
  /** For its configuration and temporary files. */
  folder: string
  port: number
  /** `127.0.0.1:port` of Otodana. */
  server: string
  libraryDir: string
}

/** Starts nginx with the locations of the example for a base path. Its log is printed where it has something to say. */
export async function startNginx({
  folder,
  port,
  server,
  libraryDir,
}: Options): Promise<{ stop: () => Promise<void> }> {
  const program = findNginx()
  if (program === undefined) throw new Error('nginx is not installed: node scripts/ensure-test-tools.ts')
  const config = join(folder, 'nginx.conf')
  mkdirSync(join(folder, 'tmp'))
  const locations = readFileSync(example, 'utf8').replace('/srv/audio/', `${libraryDir}/`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/tmp/${name};`,
  )
  writeFileSync(
    config,
    // As root its workers would have another user, who may not read temporary folders.
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/nginx.pid; error_log stderr crit; worker_processes 1;
events {}
http {
  ${temporary.join('\n  ')}
  access_log off;
  upstream otodana { server ${server}; keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    ${locations}
  }
}`,
  )
  const child = spawn(program, ['-p', folder, '-c', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  const killOnExit = () => child.kill('SIGKILL')
  process.once('exit', killOnExit)
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with code ${child.exitCode}`)
    await delay(20)
  }
  return {
    async stop() {
      process.off('exit', killOnExit)
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'close')
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    // Not yet.
    return false
  } finally {
    socket.destroy()
  }
}
