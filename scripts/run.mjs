// Runs a TypeScript program of this project in Node through Vite's module loader, so that the programs and the
// engine need no build of their own. Usage: node scripts/run.mjs FILE.ts [arguments]
import { resolve } from 'node:path'
import { createServer, createServerModuleRunner } from 'vite'

const [file, ...args] = process.argv.slice(2)
if (!file) {
  console.error('usage: node scripts/run.mjs FILE.ts [arguments]')
  process.exit(2)
}
process.argv = [process.argv[0], resolve(file), ...args]
const server = await createServer({
  configFile: false,
  root: process.cwd(),
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true, include: [] },
})
const runner = createServerModuleRunner(server.environments.ssr, { hmr: false })
try {
  await runner.import(resolve(file))
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await runner.close()
  await server.close()
}
