import { expect, test } from 'vitest'
import { clusterRows } from './cluster.ts'

/** A unit vector of the plane. */
const at = (degrees: number): Float32Array =>
  Float32Array.of(Math.cos((degrees / 180) * Math.PI), Math.sin((degrees / 180) * Math.PI))
const rows = (...degrees: number[]) => degrees.map((angle) => ({ row: angle, vector: at(angle) }))

test('near rows and what is near to those form a group; lone rows form none', async () => {
  // The cosine of 34 degrees is 0.829, that of 35 is 0.819.
  expect(await clusterRows(rows(0, 100, 34, 68, 135, 200, 166))).toEqual([
    [0, 100, 34, 68],
    [135, 200, 166],
  ])
  expect(await clusterRows(rows(0, 35))).toEqual([])
  expect(await clusterRows([])).toEqual([])
})

test('of a large group the six stay whose nearest neighbour is nearest', async () => {
  expect(await clusterRows(rows(0, 30, 10, 11, 12, 13, 14, 15))).toEqual([[10, 11, 12, 13, 14, 15]])
})

test('only the five nearest neighbours of a row count', async () => {
  // Six rows at one place have each other; the seventh sees five of them and is seen by none.
  const group = await clusterRows(rows(0, 0, 0, 0, 0, 0, 30))
  expect(group).toEqual([[0, 0, 0, 0, 0, 0]])
})

test('vectors of another width are in no group', async () => {
  const odd = { row: 99, vector: Float32Array.of(1, 0, 0) }
  expect(await clusterRows([...rows(0), odd, ...rows(1)])).toEqual([[0, 1]])
})
