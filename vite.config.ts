import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defaultClientConditions, defineConfig } from 'vite'
import { serviceWorker } from './scripts/service-worker-plugin.ts'

export default defineConfig({
  plugins: [svelte({ configFile: false }), serviceWorker()],
  // ONNX Runtime is told where its wasm files are (src/worker/embedding/session.ts); otherwise all builds are bundled.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
  worker: { format: 'es', rolldownOptions: { checks: { bundlerTimings: false } } },
  build: {
    target: 'es2023',
    // Inlined assets become data: addresses, which the content security policy does not allow to be fetched.
    assetsInlineLimit: 0,
    // The tokenizer's table is one large chunk on purpose; it is loaded lazily, in the worker.
    chunkSizeWarningLimit: 2_500,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  // Its wasm file is found by an address beside the module, which pre-bundling would move.
  optimizeDeps: { exclude: ['wa-sqlite'] },
})
