import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findNginx } from '../../../scripts/ensure-test-tools.ts'
import { freePort } from '../../../scripts/lib/free-port.ts'

/** How long nginx avoids a server that refused a connection. */
const FAIL_SECONDS = 1
const START_MS = 10_000

export type Balancer = {
  port: number
  process: ChildProcess
  /** Has the address of the server that was asked, a line for each request. */
  log: string
}

/**
 * A real nginx in front of these servers, as `deploy/nginx.scale.conf`; it answers by then.
 *
 * @param folder  for its files
 */
export async function startNginx(folder: string, ports: readonly number[]): Promise<Balancer> {
  const port = await freePort()
  const log = join(folder, 'asked.log')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const servers = ports.map((one) => `server 127.0.0.1:${one} fail_timeout=${FAIL_SECONDS}s;`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr crit; events {}
     http {
       log_format upstream '$upstream_addr'; access_log ${log} upstream; ${temporary.join(' ')}
       upstream otodana { ${servers.join(' ')} keepalive 32; }
       server {
         listen 127.0.0.1:${port};
         location / { proxy_pass http://otodana; proxy_http_version 1.1; proxy_set_header Connection ""; }
       }
     }`,
  )
  const child = spawn(findNginx() ?? 'nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const until = performance.now() + START_MS; (await statusOf(port, '/api/livez')) !== 200; await sleep(20)) {
    if (child.exitCode === null && performance.now() < until) continue
    child.kill('SIGKILL')
    throw new Error('nginx does not answer')
  }
  return { port, process: child, log }
}

/** 0: it does not answer. */
export function statusOf(port: number, path: string): Promise<number> {
  return fetch(`http://127.0.0.1:${port}${path}`).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )
}
