/**
 * Irregular English forms and their base form, as word lists that one can read: base first, then the forms.
 * Forms that are words of their own at least as often ("saw", "left", "felt", "rose") stay with the verb,
 * which is what people mean when they tell of their day; forms equal to their base are left out.
 */
const verbs = `
arise arose arisen
awake awoke awoken
bear bore borne
beat beaten
become became
begin began begun
bend bent
bet betted
bid bade bidden
bind bound
bite bit bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
cling clung
come came
creep crept
deal dealt
dig dug
dive dove
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
dwell dwelt
die dying
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fling flung
fly flew flown
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone goes
grind ground
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lay laid
lead led
lean leant
leap leapt
learn learnt
leave left
lend lent
lie lain lying
light lit
lose lost
make made
mean meant
meet met
mistake mistook mistaken
overcome overcame
pay paid
prove proven
quit quitted
ride rode ridden
ring rang rung
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
sew sewn
shake shook shaken
shave shaven
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
slide slid
smell smelt
speak spoke spoken
speed sped
spell spelt
spend spent
spill spilt
spin spun
spoil spoilt
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
strike struck stricken
strive strove striven
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
tie tying
undergo underwent undergone
understand understood
undertake undertook undertaken
wake woke woken
wear wore worn
weave wove woven
weep wept
win won
wind wound
withdraw withdrew withdrawn
write wrote written
`

const nouns = `
analysis analyses
appendix appendices
axis axes
bacterium bacteria
calf calves
child children
crisis crises
criterion criteria
diagnosis diagnoses
elf elves
foot feet
goose geese
half halves
hypothesis hypotheses
knife knives
loaf loaves
louse lice
man men
medium media
mouse mice
oasis oases
ox oxen
person people persons
phenomenon phenomena
scarf scarves
self selves
shelf shelves
thesis theses
thief thieves
tooth teeth
wife wives
wolf wolves
woman women
`

const comparisons = `
bad worse worst
far farther farthest further furthest
good better best
`

/** Base form by irregular form. */
export const irregularEnglish: ReadonlyMap<string, string> = readLists(verbs, nouns, comparisons)

function readLists(...lists: string[]): Map<string, string> {
  const bases = new Map<string, string>()
  for (const line of lists.join('').trim().split(/\n+/)) {
    const [base = '', ...forms] = line.split(' ')
    for (const form of forms) bases.set(form, base)
  }
  return bases
}
