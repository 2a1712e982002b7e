// How crowded it is around a word: some lie near half of another language, which makes their cosines worth less
// (Radovanović et al., "Hubs in space", 2010; after Conneau et al., "Word translation without parallel data", 2018).
import { CROWD, SAMPLE_PROBABILITY, SAMPLE_WORDS } from './settings.mjs'

/** For each of `words` (key, probability, unit vector) the mean cosine of the nearest usual words of the other writing. */
export function measureCrowding(words) {
  const isLetters = ({ key }) => key.charCodeAt(0) < 0x80
  const usual = words.filter(
    ({ key, probability }) => probability > SAMPLE_PROBABILITY && (key.length > 1 || key < '\x80'),
  )
  const letters = sample(usual.filter(isLetters))
  const characters = sample(usual.filter((word) => !isLetters(word)))
  return words.map((word) => meanOfNearest(word.vector, isLetters(word) ? characters : letters))
}

function sample(words) {
  const step = Math.max(1, words.length / SAMPLE_WORDS)
  const chosen = []
  for (let at = 0; at < words.length; at += step) chosen.push(words[Math.floor(at)].vector)
  return chosen
}

function meanOfNearest(vector, others) {
  const nearest = new Float64Array(CROWD).fill(-1)
  for (const other of others) {
    let dot = 0
    for (let at = 0; at < vector.length; at += 1) dot += vector[at] * other[at]
    if (dot <= nearest[CROWD - 1]) continue
    let at = CROWD - 1
    while (at > 0 && nearest[at - 1] < dot) {
      nearest[at] = nearest[at - 1]
      at -= 1
    }
    nearest[at] = dot
  }
  return nearest.reduce((sum, cosine) => sum + cosine, 0) / CROWD
}
