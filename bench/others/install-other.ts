import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface Other {
  name: string
  version: string
  /** Pinned versions of dependencies, with the reason. */
  overrides: Record<string, { version: string; why: string }>
}

const scratch = process.env.BENCH_SCRATCH ?? join(tmpdir(), 'plinth-bench')

/** Variables that `npm run` sets for this repository must not reach an npm that runs elsewhere. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const told = /^npm_(package|lifecycle)_|^npm_config_(local_|global_)?prefix$|^INIT_CWD$/
  const kept = Object.entries(process.env).filter(([name]) => !told.test(name))
  return {
    ...Object.fromEntries(kept),
    PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
  }
}

/** Installs another product outside the repository, once; returns its folder. */
export async function installOther({ name, version, overrides }: Other): Promise<string> {
  const folder = join(scratch, `${name}-${version}`)
  const done = join(folder, 'installed')
  if (existsSync(done)) return folder
  mkdirSync(folder, { recursive: true })
  const held = Object.entries(overrides).map(([other, { version }]) => [other, version])
  const wanted = {
    private: true,
    dependencies: { [name]: version },
    overrides: Object.fromEntries(held),
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(wanted, null, 2))
  console.log(`  installing ${name} ${version}; takes minutes, but only once`)
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline']
  // Their install scripts are not needed for the measurement.
  const npm = spawn('npm', ['install', '--ignore-scripts', '--prefix', folder, ...quiet], {
    cwd: folder,
    env: cleanEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const end = () => void npm.kill()
  process.once('exit', end)
  const [code] = (await once(npm, 'exit')) as [number | null]
  process.off('exit', end)
  if (code !== 0) throw new Error(`npm could not install ${name} ${version}`)
  writeFileSync(done, '')
  return folder
}
