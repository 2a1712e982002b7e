/** A memory with all that a life leaves in it: turns, facts with their sources, journal, and images of rows. */
import { factColumns } from '../../../src/engine/facts/hot.ts'
import { factDocument, factHash, factId } from '../../../src/engine/facts/record.ts'
import type { DatabaseProvider } from '../../../src/engine/ports.ts'
import { IMPORTANCE_DEFAULT, SECOND_MS } from '../../../src/engine/settings.ts'
import { openCharacterStore } from '../../../src/engine/store/character-store.ts'

/** Facts of one change. */
const BATCH = 500
/** When the first was said; each further one a second later. */
const FIRST = { instant: Date.UTC(2026, 0, 1), zone: 'UTC' }

/** One turn of the user, one answer and one fact for each text. */
export async function fillTalk(
  databases: DatabaseProvider,
  memory: string,
  texts: readonly string[],
): Promise<void> {
  const db = await databases.open(memory)
  const { db: changing, facts, timeIndex, journal } = await openCharacterStore(db)
  for (let from = 0; from < texts.length; from += BATCH) {
    const batch = texts.slice(from, from + BATCH).map((text, at) => learnt(text, from + at))
    await changing.transaction(async (tx) => {
      await timeIndex.insert(
        tx,
        batch.flatMap(({ turns }) => turns),
      )
      await facts.insert(tx, ...batch.map(({ fact }) => fact))
      await facts.sources.add(tx, ...batch.map(({ source }) => source))
      for (const { id, text } of batch) await facts.fts.index(tx, id, text)
      await journal.append(tx, ...batch.map(({ entry }) => entry))
    })
  }
  await db.close()
}

function learnt(text: string, number: number) {
  const said = { ...FIRST, instant: FIRST.instant + number * SECOND_MS }
  const hash = factHash(text, null)
  const id = factId(said, hash)
  const item = {
    ...({ text, importance: IMPORTANCE_DEFAULT, entity: 'master', source: 'user_observation' } as const),
    ...{ eventWhen: null, imported: null },
  }
  const fresh = factDocument(item, id, hash, { created: said, said, event: null }, 'normal')
  const document = { ...fresh, signal_processed: true }
  const doc = JSON.stringify(document)
  const turnId = `turn-${String(number)}`
  const turn = (type: string, content: string) => ({
    sessionId: 'bench',
    message: JSON.stringify({ type, data: { content } }),
    timestamp: new Date(said.instant).toISOString().slice(0, 19).replace('T', ' '),
    instant: said.instant,
    zone: said.zone,
    turnId: type === 'human' ? turnId : `${turnId}-answer`,
    role: type,
  })
  return {
    id,
    text,
    fact: { ...factColumns(document, said.zone), doc },
    source: { factId: id, turnId, quote: text, instant: said.instant },
    turns: [turn('human', text), turn('ai', 'That is good to know. Tell me more about it!')],
    entry: {
      ...{ at: said.instant, who: 'rules', what: 'fact.added', target: id },
      ...{ before: null, after: doc, cause: turnId },
    },
  }
}
