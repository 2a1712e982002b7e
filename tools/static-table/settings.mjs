// Every number of the build, with its reason. Changing one changes the table: give it a new model id then.

/** Identity of the table's vectors; `src/engine/embedding/static/format.ts` reads the version from the file. */
export const MODEL_ID = 'omoide-words-v3-64d-int8'

/** Values of a vector: 96 and all 100 measure within a point of this (docs/recall.md) and are half as large again. */
export const DIMENSION = 64

/**
 * English words: the most frequent ones of GloVe's texts (news and encyclopedia), then those that the dictionary
 * explains frequent Chinese words with, which are the words of daily life, and `chat.txt`. Larger tables gained
 * nothing that could be measured and cost memory on every device.
 */
export const ENGLISH_BY_FREQUENCY = 26_000
export const ENGLISH_WORDS = 37_500
/**
 * Chinese words. jieba counts press and novels: 闺蜜, 微信 and 猫砂 are not in it. So every short word of the dictionary
 * is taken that is no name, idiom or word of old books; those only from a count on.
 */
export const SHORT_CHINESE_WORD = 3
export const RARE_KIND_COUNT = 250
export const LONG_WORD_COUNT = 10
/**
 * A name that English says in one word of these most frequent ones is a word of daily life: 星期二, 葡萄牙语, 圣诞节 and
 * 冰岛 are written with a capital.
 */
export const KNOWN_NAME_RANK = 20_000
/** Single characters from this count on; rarer ones stand in names and old books. */
export const CHARACTER_COUNT = 20

/** Smoothing of the inverse-frequency weight a/(a+p) (Arora, Liang and Ma 2017, section 3). */
export const WEIGHT_A = 3e-4

/** Zipf–Mandelbrot offset for ranks of English words: keeps the first few from taking all of the mass. */
export const ZIPF_OFFSET = 2.7

/** The most frequent words, from which mean and common directions of the English vectors are taken. */
export const COMMON_WORDS = 100_000
/** Common directions to take out (Mu and Viswanath 2018: they carry frequency, not meaning). */
export const COMMON_DIRECTIONS = 2

/** Glosses of a headword that are read, and how fast a later one counts less: 1/(1 + falloff × index). */
export const GLOSSES = 6
export const GLOSS_FALLOFF = 0.6
/** Longer glosses explain rather than translate, and count half. */
export const LONG_GLOSS_WORDS = 6
export const LONG_GLOSS_WEIGHT = 0.5
/**
 * Glosses of a headword that may be a word's translation by themselves. Later ones are rarer senses, but a wrong one
 * costs little: the other word must stand in the question, too.
 */
export const LINK_GLOSSES = 8
/** What the mean of a word's characters adds to the vector of its glosses. */
export const CHARACTER_SHARE = 0.3

/** Longest CJK word that is looked up, in characters. */
export const LONGEST_CJK_WORD = 8

/** Steps of the stored cost −ln p: 12 to one, so that 0–255 covers p down to 6e-10. */
export const COST_STEPS = 12

/** Nothing counts as rarer than this: once in the texts that were counted. */
export const SMALLEST_PROBABILITY = 1.7e-8
/** Neither our Japanese list nor EDICT has counts; all of the words taken from them are common ones. */
export const JAPANESE_PROBABILITY = 1e-5
/** The dictionary of Debian's package edict 2021.02.03-1. */
export const EDICT_SHA256 = '59063c08240f096e6d22152a58c0c8ef3a84ff95ce8a59bbf3a3522aa097a526'
/** Verbs and adjectives in kana stand by forms of at least so many: two stand in other words, too. */
export const SHORTEST_KANA_FORM = 3
/** A word that Chinese writes alike (手纸, 娘) has a Japanese meaning of its own below this cosine. */
export const OWN_MEANING_COSINE = 0.5

/** Nearest words that tell how crowded it is around a word. */
export const CROWD = 10
/** They are looked for among so many words of the other writing that are at least as frequent as this. */
export const SAMPLE_WORDS = 4000
export const SAMPLE_PROBABILITY = Math.exp(-11)
