import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const IMAGES = ['plinth', 'plinth-all']
const IMAGE_TOOLS = ['buildah', 'podman', 'mmdebstrap']

type Run = (program: string, args: readonly string[]) => void

const runIn =
  (root: string): Run =>
  (program, args) =>
    void execFileSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Throws if a program is missing that builds the images. */
export function checkImageTools(): void {
  const missing = IMAGE_TOOLS.filter((program) => !isInstalled(program))
  if (missing.length > 0)
    throw new Error(
      `Images need ${missing.join(', ')}: install what is missing, or leave images out with --without-images.`,
    )
}

/** Builds one of our npm packages and packs it as a registry would have it. */
function packWorkspace(run: Run, name: string, out: string): void {
  run('npm', ['run', 'build', '--workspace', `@plinth/${name}`])
  run('npm', ['pack', '--silent', '--pack-destination', out, `./packages/${name}/dist`])
}

/** Builds and packs the server with its Node.js, the client and the command line. */
export function packTarballs(root: string, out: string): void {
  const run = runIn(root)
  run('npm', ['run', 'build'])
  run('ops/tarball.sh', [out])
  for (const name of ['client', 'cli']) packWorkspace(run, name, out)
}

/** Builds the images and writes each as an OCI archive. */
export function packImages(root: string, { out, version }: { out: string; version: string }): void {
  const run = runIn(root)
  run('ops/image/build.sh', IMAGES)
  for (const name of IMAGES) {
    const file = join(out, `${name}-${version}.oci.tar`)
    run('podman', ['save', '--quiet', '--format', 'oci-archive', '-o', file, `${name}:${version}`])
  }
}
