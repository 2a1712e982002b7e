/**
 * Counts the memories of WebAssembly in this worker, which the browser's own measurement does not tell apart. To be
 * imported before anything that makes one.
 */
const memories = new Set<WebAssembly.Memory>()

/** Bytes of all memories that were made or exported since this module was loaded. */
export function wasmBytes(): number {
  let bytes = 0
  for (const { buffer } of memories) bytes += buffer.byteLength
  return bytes
}

const { Instance, Memory } = WebAssembly

WebAssembly.Memory = class extends Memory {
  constructor(descriptor: WebAssembly.MemoryDescriptor) {
    super(descriptor)
    memories.add(this)
  }
}

for (const name of ['instantiate', 'instantiateStreaming'] as const) {
  const original: unknown = WebAssembly[name]
  if (typeof original !== 'function') continue
  const counting = async (...given: unknown[]): Promise<unknown> => {
    const made: unknown = await Reflect.apply(original, WebAssembly, given)
    note(made)
    return made
  }
  Object.defineProperty(WebAssembly, name, { value: counting, configurable: true, writable: true })
}

/** An instance, or what holds one beside its module. */
function note(made: unknown): void {
  const instance = typeof made === 'object' && made !== null && 'instance' in made ? made.instance : made
  if (!(instance instanceof Instance)) return
  for (const value of Object.values(instance.exports)) if (value instanceof Memory) memories.add(value)
}
