/** Writing a changed document of any kind back in its place, with its columns in step. */
import { parseJson, isObject } from '../document.ts'
import { factColumns } from '../facts/hot.ts'
import type { StoredEntry } from '../look/entry-row.ts'
import type { Moment, Transaction } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { correctionHot, idOf, personaEntryHot, reflectionHot } from '../store/hot.ts'
import { currentRow, writeRow } from '../store/tracked-rows.ts'
import { parseStamp } from '../time/stamp.ts'

/** Stamps that changed are read in the zone of `now`; instants of the others stay as they were read. */
export async function saveDocument(
  tx: Transaction,
  store: CharacterStore,
  stored: StoredEntry,
  doc: string,
  now: Moment,
): Promise<void> {
  const value = parseJson(doc)
  const document = isObject(value) ? value : {}
  const { seq, table } = stored
  switch (table) {
    case 'facts': {
      const row = await currentRow(tx, 'facts', null, seq)
      if (row === null) return
      const hot = factColumns(document, now.zone)
      const before = parseJson(row.doc ?? '')
      const old = isObject(before) ? before : {}
      const kept = (key: string, column: string, fresh: number | null): number | null => {
        const was = row.place[column]
        return document[key] === old[key] && typeof was === 'number' ? was : fresh
      }
      await writeRow(tx, 'facts', seq, {
        doc,
        place: {
          ...row.place,
          hash: hot.hash,
          entity: hot.entity,
          source: hot.source,
          importance: hot.importance,
          absorbed: Number(hot.absorbed),
          signal_processed: Number(hot.signalProcessed),
          created_instant: kept('created_at', 'created_instant', hot.createdInstant),
          event_start_instant: kept('event_start_at', 'event_start_instant', hot.eventStartInstant),
          event_end_instant: kept('event_end_at', 'event_end_instant', hot.eventEndInstant),
          superseded_instant: kept('superseded_at', 'superseded_instant', hot.supersededInstant),
          suppressed: Number(hot.suppressed),
          confidence: hot.confidence,
        },
      })
      return
    }
    case 'reflections': {
      const row = (await store.reflections.bySeqs(tx, [seq]))[0]
      const hot = reflectionHot(document, (stamp) => parseStamp(stamp, now.zone))
      await store.reflections.update(tx, seq, doc, {
        ...hot,
        createdInstant: row?.createdInstant ?? hot.createdInstant,
        nextEligibleInstant: row?.nextEligibleInstant ?? hot.nextEligibleInstant,
      })
      return
    }
    case 'persona':
      await store.persona.entries.update(tx, seq, doc, personaEntryHot(document))
      return
    case 'corrections':
      await store.corrections.update(tx, seq, doc, correctionHot(document))
      return
    case 'shards': {
      const row = await currentRow(tx, 'archive_entries', null, seq)
      if (row !== null) {
        const place = { ...row.place, id: idOf(document['id']) }
        await writeRow(tx, 'archive_entries', seq, { doc, place })
      }
      return
    }
    case 'turns':
      throw new Error('what was said is not edited')
  }
}
