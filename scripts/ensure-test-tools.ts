/**
 * Finds what the tests need besides npm packages (Chromium, PostgreSQL's server programs, ffmpeg, Redis, nginx; on Linux Firefox and
 * WebKitGTK with a display and a sound server) and installs what is missing: with apt as root on a Debian-like system, otherwise with Playwright (the browser only), otherwise
 * not at all, with a message that names what to install. Never asks a question.
 */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, globSync, readdirSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const HEADLESS_PACKAGE = 'chromium-headless-shell'

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Returns the full path of the first of `names` on PATH. */
function findOnPath(names: readonly string[], path = process.env.PATH ?? ''): string | undefined {
  for (const name of names) {
    for (const folder of path.split(delimiter)) {
      if (folder !== '' && isExecutable(join(folder, name))) return join(folder, name)
    }
  }
  return undefined
}

/** Returns the path of the Chromium that Playwright downloaded, if any. */
async function playwrightChromium(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return path !== '' && existsSync(path) ? path : undefined
}

/**
 * Returns the browser for tests: `CHROMIUM_PATH`, then the system's, then Playwright's.
 *
 * @throws {Error} `CHROMIUM_PATH` is not an executable
 */
export async function findChromium(): Promise<string | undefined> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH is ${named}, which is not an executable`)
    return named
  }
  const system = findOnPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'])
  if (system) return system
  const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return isExecutable(macChrome) ? macChrome : playwrightChromium()
}

/**
 * Returns the browser that most tests run in, in half the time: Chromium without windows. `CHROMIUM_PATH` overrides it,
 * and without one the full browser is used.
 */
export async function findHeadlessChromium(): Promise<string | undefined> {
  return process.env.CHROMIUM_PATH ? findChromium() : (findOnPath([HEADLESS_PACKAGE]) ?? findChromium())
}

/** Returns the folder of `initdb` and `postgres` (newest version first), which Debian does not put on PATH. */
export function findPostgresBin(): string | undefined {
  const folders = [
    ...versionedFolders('/usr/lib/postgresql', (version) => `/usr/lib/postgresql/${version}/bin`),
    ...versionedFolders('/opt/homebrew/opt', (name) => `/opt/homebrew/opt/${name}/bin`, /^postgresql(@\d+)?$/),
    ...versionedFolders('/usr/local/opt', (name) => `/usr/local/opt/${name}/bin`, /^postgresql(@\d+)?$/),
    ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
  ]
  return folders.find((folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')))
}

function versionedFolders(parent: string, toBin: (name: string) => string, names = /^\d+$/): string[] {
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .filter((name) => names.test(name))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map(toBin)
}

export function findFfmpeg(): string | undefined {
  const named = process.env.FFMPEG_PATH
  return named && isExecutable(named) ? named : findOnPath(['ffmpeg'])
}

/** Debian puts it outside the PATH of users. */
export function findNginx(): string | undefined {
  return findOnPath(['nginx'], `${process.env.PATH ?? ''}${delimiter}/usr/sbin`)
}

export function findFirefox(): string | undefined {
  return findOnPath(['firefox-esr', 'firefox'])
}

/** The decoders of WebKitGTK for MP3 and AAC. */
function findGStreamerCodecs(): string | undefined {
  return globSync('/usr/lib{,64,/*}/gstreamer-1.0/libgstlibav.so')[0]
}

export function findRedis(): string | undefined {
  return findOnPath(['redis-server'])
}

/** Mounting needs FUSE's own program as well. */
export function findRclone(): string | undefined {
  return findOnPath(['fusermount3']) && findOnPath(['rclone'])
}

export function findCadaver(): string | undefined {
  return findOnPath(['cadaver'])
}

export function findDavfs(): string | undefined {
  return findOnPath(['mount.davfs'], `${process.env.PATH ?? ''}${delimiter}/usr/sbin${delimiter}/sbin`)
}

interface Tool {
  name: string
  find: () => Promise<string | undefined> | string | undefined
  debianPackages: string[]
  /** The advice for a user who may not install packages. */
  advice: string
  /** Without it some tests do not run. */
  isOptional?: true
}

const generalTools: Tool[] = [
  {
    name: 'Chromium',
    find: findChromium,
    // The fonts are for screenshots and for measuring Japanese and Chinese text.
    debianPackages: ['chromium', 'fonts-noto-cjk'],
    advice: 'install Chromium or Chrome, or set CHROMIUM_PATH, or run `npx playwright install chromium`',
  },
  {
    name: 'PostgreSQL',
    find: findPostgresBin,
    debianPackages: ['postgresql'],
    advice: 'install the PostgreSQL server (its initdb and postgres programs), or set TEST_DATABASE_URL',
  },
  {
    name: 'ffmpeg',
    find: findFfmpeg,
    debianPackages: ['ffmpeg'],
    advice: 'install ffmpeg, or set FFMPEG_PATH',
  },
  {
    name: 'Redis',
    find: findRedis,
    debianPackages: ['redis-server'],
    advice: 'install the Redis server (redis-server)',
  },
  {
    name: 'nginx',
    find: findNginx,
    debianPackages: ['nginx'],
    advice: 'install nginx',
  },
]

const GSTREAMER_PACKAGES = [
  'gstreamer1.0-libav',
  'gstreamer1.0-plugins-base',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-pulseaudio',
]

const engineTools: Tool[] = [
  {
    name: 'Firefox',
    find: findFirefox,
    debianPackages: ['firefox-esr'],
    advice: 'install Firefox (Debian: firefox-esr)',
  },
  {
    name: 'WebKitGTK',
    find: () => findOnPath(['WebKitWebDriver']),
    debianPackages: ['webkit2gtk-driver'],
    advice: 'install WebKitWebDriver with MiniBrowser (Debian: webkit2gtk-driver)',
  },
  {
    name: 'GStreamer',
    find: findGStreamerCodecs,
    debianPackages: GSTREAMER_PACKAGES,
    advice: `install the codecs of GStreamer (Debian: ${GSTREAMER_PACKAGES.join(', ')})`,
  },
  {
    name: 'Xvfb',
    find: () => findOnPath(['Xvfb']),
    debianPackages: ['xvfb'],
    advice: 'install Xvfb (Debian: xvfb)',
  },
  {
    name: 'PulseAudio',
    find: () => findOnPath(['pulseaudio']),
    debianPackages: ['pulseaudio'],
    advice: 'install PulseAudio (Debian: pulseaudio)',
  },
]

/** Published clients of WebDAV, which the tests run unmodified. */
const webdavTools: Tool[] = [
  {
    name: 'rclone',
    find: findRclone,
    debianPackages: ['rclone', 'fuse3'],
    advice: 'install rclone and FUSE (Debian: rclone, fuse3)',
    isOptional: true,
  },
  {
    name: 'cadaver',
    find: findCadaver,
    debianPackages: ['cadaver'],
    advice: 'install cadaver',
    isOptional: true,
  },
  {
    name: 'davfs2',
    find: findDavfs,
    debianPackages: ['davfs2'],
    advice: 'install davfs2',
    isOptional: true,
  },
]

/** Whether the tests in Firefox and WebKitGTK run here: WebKitGTK and Xvfb are of Linux alone. */
export const hasEngines = process.platform === 'linux'

const tools = [...generalTools, ...(hasEngines ? engineTools : []), ...webdavTools]

async function missingTools(): Promise<Tool[]> {
  const found = await Promise.all(tools.map(async (tool) => ({ tool, path: await tool.find() })))
  return found
    .filter(({ tool, path }) => path === undefined && !(tool.name === 'PostgreSQL' && process.env.TEST_DATABASE_URL))
    .map(({ tool }) => tool)
}

function listed(missing: readonly Tool[]): string {
  return missing.map(({ name, advice }) => `  ${name}: ${advice}`).join('\n')
}

function run(command: string, args: string[], timeoutMs: number): boolean {
  console.log(`$ ${command} ${args.join(' ')}`)
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: timeoutMs,
  })
  return status === 0
}

function installWithApt(packages: string[]): void {
  const options = ['-qq', '-o', 'Dpkg::Use-Pty=0', '-o', 'DPkg::Lock::Timeout=120']
  run('apt-get', [...options, 'update'], 300_000)
  run('apt-get', [...options, 'install', '-y', '--no-install-recommends', ...packages], 1_200_000)
}

/**
 * Installs missing tools; prints nothing if there are none.
 *
 * @throws {Error} naming each tool that is still missing and what to do about it
 */
export async function ensureTestTools(): Promise<void> {
  let missing = await missingTools()
  const canUseApt = process.getuid?.() === 0 && findOnPath(['apt-get']) !== undefined
  // Optional, and not available in every distribution.
  if (canUseApt && !process.env.CHROMIUM_PATH && !findOnPath([HEADLESS_PACKAGE])) installWithApt([HEADLESS_PACKAGE])
  if (missing.length === 0) return
  console.log(`Missing for the tests: ${missing.map(({ name }) => name).join(', ')}. Installing.`)

  // Packages first: a blocked browser download takes minutes to fail.
  if (canUseApt) {
    installWithApt(missing.flatMap(({ debianPackages }) => debianPackages))
    missing = await missingTools()
  }
  if (missing.some(({ name }) => name === 'Chromium')) {
    run(process.execPath, [join(root, 'node_modules/playwright/cli.js'), 'install', 'chromium'], 300_000)
    missing = await missingTools()
  }
  const optional = missing.filter(({ isOptional }) => isOptional)
  if (optional.length > 0) console.log(`Tests with these programs do not run:\n${listed(optional)}`)
  const needed = missing.filter(({ isOptional }) => !isOptional)
  if (needed.length > 0) {
    throw new Error(`The tests need programs that could not be installed from here:\n${listed(needed)}`)
  }
}

if (import.meta.main) {
  await ensureTestTools().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}
