import { describe, expect, it } from 'vitest'
import {
  canvasHeight,
  type Measure,
  mostInView,
  rowsInView,
  rowTop,
  scrollTopFor,
  scrollTopToShow,
  TALLEST_CANVAS,
} from './window.ts'

const small: Measure = { scrollTop: 0, viewport: 600, rowHeight: 100, total: 50 }
const huge: Measure = { scrollTop: 0, viewport: 600, rowHeight: 100, total: 1_000_000 }

describe('a window on a long list', () => {
  it('draws what is in view and a few rows around it', () => {
    expect(rowsInView(small)).toEqual({ first: 0, end: 14 })
    expect(rowsInView({ ...small, scrollTop: 2_050 })).toEqual({ first: 12, end: 35 })
    expect(rowsInView({ ...small, scrollTop: 99_999 })).toEqual({ first: 36, end: 50 })
    expect(rowsInView({ ...small, total: 0 })).toEqual({ first: 0, end: 0 })
    for (let scrollTop = 0; scrollTop < 4_400; scrollTop += 7) {
      const { first, end } = rowsInView({ ...small, scrollTop })
      expect(end - first).toBeLessThanOrEqual(mostInView(small))
    }
  })

  it('is as tall as its rows while a browser can lay that out', () => {
    expect(canvasHeight(small)).toBe(5_000)
    expect(rowTop({ ...small, scrollTop: 130 }, 7)).toBe(700)
    expect(canvasHeight(huge)).toBe(TALLEST_CANVAS)
  })

  it('reaches first and last row of a list that is taller than a canvas may be', () => {
    expect(rowTop(huge, 0)).toBe(0)
    const atEnd = { ...huge, scrollTop: TALLEST_CANVAS - huge.viewport }
    expect(rowsInView(atEnd).end).toBe(huge.total)
    expect(rowTop(atEnd, huge.total - 1)).toBeCloseTo(TALLEST_CANVAS - huge.rowHeight, 3)
  })

  it.each([small, huge])('puts any row where it is wanted (%o)', (measure) => {
    for (const index of [0, 17, 43]) {
      const there = { ...measure, scrollTop: scrollTopFor(measure, index) }
      expect(rowTop(there, index) - there.scrollTop).toBeCloseTo(0, 3)
    }
    const middle = Math.floor(measure.total / 2)
    const there = { ...measure, scrollTop: scrollTopFor(measure, middle, 250) }
    expect(rowTop(there, middle) - there.scrollTop).toBeCloseTo(250, 3)
  })

  it('scrolls no further than it takes to show a row', () => {
    expect(scrollTopToShow(small, 3)).toBe(0)
    expect(scrollTopToShow(small, 6)).toBe(100)
    expect(scrollTopToShow({ ...small, scrollTop: 1_000 }, 4)).toBe(400)
  })
})
