// The little linear algebra that the build needs, on rows kept one after another in one Float64Array or Float32Array.

/** The mean row; with `weights`, the weighted one. */
export function meanRow(rows, width, count, weights) {
  const mean = new Float64Array(width)
  let total = 0
  for (let row = 0; row < count; row += 1) {
    const weight = weights === undefined ? 1 : weights[row]
    total += weight
    for (let at = 0; at < width; at += 1) mean[at] += weight * rows[row * width + at]
  }
  return mean.map((value) => value / total)
}

export function subtractFromRows(rows, width, count, mean) {
  for (let row = 0; row < count; row += 1) {
    for (let at = 0; at < width; at += 1) rows[row * width + at] -= mean[at]
  }
}

/** Takes the part along each of `directions` (unit, orthogonal) out of every row. */
export function removeDirections(rows, width, count, directions) {
  for (let row = 0; row < count; row += 1) {
    const start = row * width
    for (const direction of directions) {
      let dot = 0
      for (let at = 0; at < width; at += 1) dot += rows[start + at] * direction[at]
      for (let at = 0; at < width; at += 1) rows[start + at] -= dot * direction[at]
    }
  }
}

/** Makes each row of unit length; a row of zeros stays one. */
export function normaliseRows(rows, width, count) {
  for (let row = 0; row < count; row += 1) normalise(rows.subarray(row * width, (row + 1) * width))
}

export function normalise(row) {
  let sum = 0
  for (const value of row) sum += value * value
  if (sum > 0) for (let at = 0; at < row.length; at += 1) row[at] /= Math.sqrt(sum)
  return row
}

/** Directions of most variance, most first: eigenvectors of the (weighted) second moments of the rows. */
export function principalDirections(rows, width, count, wanted, weights) {
  const moments = Array.from({ length: width }, () => new Float64Array(width))
  for (let row = 0; row < count; row += 1) {
    const start = row * width
    const weight = weights === undefined ? 1 : weights[row]
    for (let a = 0; a < width; a += 1) {
      const value = weight * rows[start + a]
      if (value === 0) continue
      const into = moments[a]
      for (let b = a; b < width; b += 1) into[b] += value * rows[start + b]
    }
  }
  for (let a = 0; a < width; a += 1) for (let b = 0; b < a; b += 1) moments[a][b] = moments[b][a]
  const { values, vectors } = eigenOfSymmetric(moments)
  const order = [...values.keys()].sort((a, b) => values[b] - values[a])
  return order.slice(0, wanted).map((column) => withFixedSign(vectors.map((line) => line[column])))
}

/** An eigenvector may point either way; the largest value is made positive, so that builds agree. */
function withFixedSign(vector) {
  let largest = 0
  for (const value of vector) if (Math.abs(value) > Math.abs(largest)) largest = value
  return Float64Array.from(vector, (value) => (largest < 0 ? -value : value))
}

/** Cyclic Jacobi: slow and exact enough, and the same on every machine. `vectors[i][j]` is value i of vector j. */
function eigenOfSymmetric(matrix) {
  const size = matrix.length
  const a = matrix.map((line) => Float64Array.from(line))
  const vectors = a.map((_, row) =>
    Float64Array.from({ length: size }, (_, column) => (row === column ? 1 : 0)),
  )
  const SWEEPS = 30
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    let off = 0
    for (let p = 0; p < size; p += 1) for (let q = p + 1; q < size; q += 1) off += a[p][q] ** 2
    if (off < 1e-18) break
    for (let p = 0; p < size; p += 1) {
      for (let q = p + 1; q < size; q += 1) rotate(a, vectors, p, q)
    }
  }
  return { values: a.map((line, at) => line[at]), vectors }
}

function rotate(a, vectors, p, q) {
  if (a[p][q] === 0) return
  const theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  for (let k = 0; k < a.length; k += 1) {
    const kp = a[k][p]
    const kq = a[k][q]
    a[k][p] = c * kp - s * kq
    a[k][q] = s * kp + c * kq
  }
  for (let k = 0; k < a.length; k += 1) {
    const pk = a[p][k]
    const qk = a[q][k]
    a[p][k] = c * pk - s * qk
    a[q][k] = s * pk + c * qk
    const vp = vectors[k][p]
    const vq = vectors[k][q]
    vectors[k][p] = c * vp - s * vq
    vectors[k][q] = s * vp + c * vq
  }
}
