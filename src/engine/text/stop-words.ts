/**
 * English words that say nothing about what a text is about: articles, pronouns, prepositions, conjunctions,
 * auxiliaries, question words, and the interjections that chat is full of.
 */
const lists = `
a an the this that these those
i me my mine myself we us our ours ourselves you your yours yourself yourselves
he him his himself she her hers herself it its itself they them their theirs themselves
who whom whose which what when where why how
and or but nor so if than then as because while until though although whether
of at by for with about against between into through during before after above below to from up down in out
on off over under upon within without
am is are was were be been being do does did doing done have has had having
can could may might must shall should will would ought
not no yes only just too very also really quite again once here there now ever
all any both each few more most other some such own same
yeah yep yup nope ok okay oh ah hey hi hello wow hmm lol haha please etc
`

export const englishStopWords: ReadonlySet<string> = new Set(lists.trim().split(/\s+/))
