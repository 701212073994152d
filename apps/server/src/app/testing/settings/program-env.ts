/** The environment of a command-line program: its settings, and where Node caches compiled scripts. */
export const programEnv = (settings: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  ...settings,
})
