import { describe, expect, it } from 'vitest'
import type { EvidenceCurve } from '../../engine/browser-api.ts'
import { areaPath, linePath, nearestPoint, scoreDomain, splitAtNow, tablePoints } from './curve-shape.ts'

const at = (when: number, reinforcement: number, disputation = 0) => ({
  at: when,
  reinforcement,
  disputation,
  score: reinforcement - disputation,
})
const curve: EvidenceCurve = {
  points: [at(0, 0.5), at(10, 1), at(20, 0.75), at(30, 0.5)],
  now: 20,
  signals: [{ at: 9, source: 'user_fact', reinforcement: 0.5, disputation: 0 }],
  thresholds: [
    { name: 'confirmed', score: 1 },
    { name: 'promoted', score: 2 },
    { name: 'archive', score: -2 },
  ],
}
const same = (value: number) => value

describe('the evidence curve', () => {
  it('shows all that happened and the next threshold, and nothing below zero without need', () => {
    expect(scoreDomain(curve)).toEqual([0, 2.24])
    const disputed = { ...curve, points: [at(0, 0.5, 1)] }
    expect(scoreDomain(disputed)).toEqual([-2.48, 2.48])
    expect(scoreDomain({ ...curve, points: [at(0, 3)] })).toEqual([0, 3.36])
    expect(scoreDomain({ ...curve, points: [], thresholds: [] })).toEqual([0, 0.12])
  })

  it('is drawn through its points and down to zero', () => {
    expect(linePath(curve.points.slice(0, 2), ({ score }) => score, same, same)).toBe('M0 0.5L10 1')
    expect(areaPath(curve.points.slice(0, 2), same, same)).toBe('M0 0.5L10 1L10 0L0 0Z')
    expect(areaPath([], same, same)).toBe('')
  })

  it('meets itself at today', () => {
    const { past, future } = splitAtNow(curve)
    expect(past.map((point) => point.at)).toEqual([0, 10, 20])
    expect(future.map((point) => point.at)).toEqual([20, 30])
  })

  it('is read at the nearest point, and tabled at what happened', () => {
    expect(nearestPoint(curve.points, 13)).toBe(1)
    expect(nearestPoint([], 13)).toBe(-1)
    expect(tablePoints(curve).map((point) => point.at)).toEqual([10, 20, 30])
  })
})
