/** persona.json as sections of entries, and the queue of contradictions (persona.md §1, §7). */
import type { Sql } from '../ports.ts'
import { createDocTable, createHotCodec, type DocRow } from './doc-table.ts'
import { idList, insertRows } from './insert-rows.ts'

/** A section in key order. */
export interface PersonaSection {
  readonly seq: number
  readonly name: string
}

export type PersonaEntryHot = {
  readonly id: string | null
  readonly source: string | null
  readonly protected: boolean
  readonly suppressed: boolean
}

export type PersonaEntryRow = DocRow<PersonaEntryHot> & { readonly section: string }

/** `createdAt` names an item of the queue (maintenance.md §9.1). */
export type CorrectionHot = { readonly createdAt: string | null }

const codec = createHotCodec<PersonaEntryHot>({
  id: { column: 'id' },
  source: { column: 'source' },
  protected: { column: 'protected', flag: true },
  suppressed: { column: 'suppressed', flag: true },
})
const COLUMNS = codec.columns.join(', ')
const SELECT = `SELECT e.seq, e.doc, s.name AS section, ${codec.columns.map((name) => `e.${name}`).join(', ')}
  FROM persona_entries e JOIN persona_sections s ON s.seq = e.section`

export const personaTable = {
  sections: {
    /** Sections that hold entries, in key order. */
    async list(sql: Sql): Promise<PersonaSection[]> {
      return sql.all<{ seq: number; name: string }>(
        'SELECT seq, name FROM persona_sections WHERE raw IS NULL ORDER BY seq',
      )
    },
    /** The section of that name, made at the end when it is not there. */
    async ensure(sql: Sql, name: string): Promise<PersonaSection> {
      const found = await sql.first<{ seq: number }>(
        'SELECT seq FROM persona_sections WHERE name = ? AND raw IS NULL',
        [name],
      )
      if (found !== undefined) return { seq: found.seq, name }
      const made = await sql.first<{ seq: number }>(
        'INSERT INTO persona_sections (name, key_doc) VALUES (?, ?) RETURNING seq',
        [name, JSON.stringify(name)],
      )
      if (made === undefined) throw new Error('INSERT … RETURNING gave no row')
      return { seq: made.seq, name }
    },
    /** Removes the section and its entries. */
    async remove(sql: Sql, name: string): Promise<void> {
      await sql.run('DELETE FROM persona_sections WHERE name = ? AND raw IS NULL', [name])
    },
  },

  entries: {
    /** All entries: sections in key order, entries in list order. */
    async list(sql: Sql): Promise<PersonaEntryRow[]> {
      return (await sql.all(`${SELECT} WHERE s.raw IS NULL ORDER BY e.section, e.seq`)).map(entryRow)
    },
    async bySeqs(sql: Sql, seqs: readonly number[]): Promise<PersonaEntryRow[]> {
      const some = `${SELECT} WHERE e.seq IN (SELECT value FROM json_each(?)) ORDER BY e.seq`
      return (await sql.all(some, [idList(seqs)])).map(entryRow)
    },
    async inSection(sql: Sql, section: string): Promise<PersonaEntryRow[]> {
      return (await sql.all(`${SELECT} WHERE s.name = ? AND s.raw IS NULL ORDER BY e.seq`, [section])).map(
        entryRow,
      )
    },
    async get(sql: Sql, section: string, id: string): Promise<PersonaEntryRow | undefined> {
      return (
        await sql.all(`${SELECT} WHERE s.name = ? AND s.raw IS NULL AND e.id = ? ORDER BY e.seq LIMIT 1`, [
          section,
          id,
        ])
      ).map(entryRow)[0]
    },
    /** Appends to the section, which is made when it is not there. */
    async insert(
      sql: Sql,
      section: string,
      entries: readonly (PersonaEntryHot & { readonly doc: string })[],
    ): Promise<void> {
      const { seq } = await personaTable.sections.ensure(sql, section)
      await insertRows(
        sql,
        `INSERT INTO persona_entries (section, doc, ${COLUMNS})`,
        entries.map((entry) => [seq, entry.doc, ...codec.toValues(entry)]),
      )
    },
    async update(sql: Sql, seq: number, doc: string, hot: PersonaEntryHot): Promise<void> {
      const set = codec.columns.map((column) => `${column} = ?`).join(', ')
      await sql.run(`UPDATE persona_entries SET doc = ?, ${set} WHERE seq = ?`, [
        doc,
        ...codec.toValues(hot),
        seq,
      ])
    },
    /** Hands the entry to another section, where its place is among the others by its own number. */
    async move(sql: Sql, seq: number, section: number): Promise<void> {
      await sql.run('UPDATE persona_entries SET section = ? WHERE seq = ?', [section, seq])
    },
    async remove(sql: Sql, seqs: readonly number[]): Promise<void> {
      await sql.run('DELETE FROM persona_entries WHERE seq IN (SELECT value FROM json_each(?))', [
        idList(seqs),
      ])
    },
    /**
     * Replaces the whole list of a section, in order. Rows that stay in their order keep their place, so that an entry
     * that comes or goes is the only row that is written.
     */
    async replaceSection(
      sql: Sql,
      section: string,
      entries: readonly (PersonaEntryHot & { readonly doc: string })[],
    ): Promise<void> {
      const left = [...(await personaTable.entries.inSection(sql, section))]
      const wanted = new Set(entries.map(identityOf))
      const gone: number[] = []
      let kept = 0
      for (const entry of entries) {
        while (left[0] !== undefined && !wanted.has(identityOf(left[0]))) gone.push(left.shift()?.seq ?? 0)
        const [row] = left
        if (row === undefined || identityOf(row) !== identityOf(entry)) break
        if (row.doc !== entry.doc) await personaTable.entries.update(sql, row.seq, entry.doc, entry)
        left.shift()
        kept += 1
      }
      gone.push(...left.map(({ seq }) => seq))
      if (gone.length > 0) await personaTable.entries.remove(sql, gone)
      await personaTable.entries.insert(sql, section, entries.slice(kept))
    },
  },
}

/** What makes two rows of a section the same entry: its id, or all of it where it has none. */
function identityOf({ id, doc }: { readonly id: string | null; readonly doc: string }): string {
  return id === null ? `doc ${doc}` : `id ${id}`
}

export const correctionsTable = createDocTable<CorrectionHot>('corrections', {
  createdAt: { column: 'created_at' },
})

function entryRow(row: Parameters<typeof codec.toRow>[0]): PersonaEntryRow {
  return { ...codec.toRow(row), section: String(row['section']) }
}
