import { checkBuild } from './check-build.ts'
import { announceProduct } from './product.ts'
import { forgetSeen } from './seen.ts'
import { startProduct } from './stack.ts'

/** Starts the product once for all screen tests; returns the teardown. */
async function setUp(): Promise<() => Promise<void>> {
  checkBuild()
  forgetSeen('e2e')
  const running = await startProduct()
  announceProduct(running)
  return () => running.stop()
}

// biome-ignore lint/style/noDefaultExport: Playwright asks for it
export default setUp
