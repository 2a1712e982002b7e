/** The API as a list of names, so that both ends of a port agree on what may be called over it. */
import type { OmoideApi } from '../engine/api.ts'

/** Every method that may be called over a port; the type makes the list complete. */
const methods = {
  status: true,
  request: true,
  characters: true,
  createCharacter: true,
  updateCharacter: true,
  deleteCharacter: true,
  selectCharacter: true,
  profile: true,
  updateProfile: true,
  settings: true,
  updateSettings: true,
  testModel: true,
  conversation: true,
  facts: true,
  remembered: true,
  undoFact: true,
  persona: true,
  refusals: true,
  ledger: true,
  recordCall: true,
  directives: true,
  view: true,
  embedding: true,
  installEmbeddingModel: true,
  importEmbeddingModel: true,
  cancelEmbeddingInstall: true,
  resumeEmbeddingInstall: true,
  removeEmbeddingModel: true,
  retryEmbedding: true,
  editEntries: true,
  correctEntry: true,
  bringUp: true,
  reviewed: true,
  undo: true,
  history: true,
  forgetPreview: true,
  forget: true,
  proofs: true,
  lineage: true,
  counts: true,
  entries: true,
  entry: true,
  evidence: true,
  recallLab: true,
  contextPreview: true,
  activity: true,
  runLoop: true,
  retryOutbox: true,
  health: true,
  checkIntegrity: true,
  rebuildIndex: true,
  stopWork: true,
  documents: true,
  saveDocument: true,
} as const satisfies Record<keyof OmoideApi, true>

export type Method = keyof OmoideApi

/** An API whose every method is `call` with its name. */
export function apiOf(call: (method: Method, args: readonly unknown[]) => Promise<unknown>): OmoideApi {
  const entries = Object.keys(methods).map((name) => [
    name,
    (...args: unknown[]) => call(name as Method, args), // the keys of `methods` are its methods
  ])
  // Names and arguments are passed on as they are, so each entry has the signature of its method.
  return Object.fromEntries(entries) as OmoideApi
}
