/** Word lists of the English rules, as alternatives for regular expressions. */

const KIN =
  'mother|mum|mom|mam|mama|father|dad|papa|parents?|grandmother|grandma|gran|granny|nan|nana|grandfather|grandad|granddad|grandpa|grandparents|great-aunt|great-uncle|' +
  'sister|brother|siblings?|twins?|half-sister|half-brother|stepsister|stepbrother|stepmother|stepmum|stepmom|stepfather|stepdad|sister-in-law|brother-in-law|mother-in-law|father-in-law|' +
  'aunt|auntie|uncle|cousin|niece|nephew|husband|wife|partner|fianc[ée]e?|boyfriend|girlfriend|ex|spouse|son|daughter|kids?|child|children|baby|toddler|grandson|granddaughter|godson|goddaughter|godmother|stepson|stepdaughter'
const CIRCLE =
  'friend|mate|buddy|pal|bestie|flatmate|roommate|housemate|neighbou?r|colleague|co-worker|coworker|boss|manager|supervisor|landlord|landlady|teacher|professor|tutor|coach|mentor|advisor|dentist|doctor|therapist|barber|hairdresser|classmate|labmate|deskmate|bandmate|teammate|student|client|apprentice|captain|instructor|lecturer|nurse|vet|mechanic|physio|plumber|optician|builder|gardener|tailor|butcher|pharmacist|cleaner|babysitter|stylist|trainer|choirmaster|conductor|priest|vicar|\\w+(?:woman|man|lady)'
export const PET_NOUN =
  'cat|dog|puppy|kitten|rabbit|bunny|hamster|guinea pig|gerbil|rat|mouse|ferret|parrot|budgie|budgerigar|cockatiel|canary|parakeet|tortoise|turtle|gecko|iguana|lizard|bearded dragon|snake|python|goldfish|betta|fish|axolotl|hedgehog|chinchilla|hen|chickens?|duck|goose|goat|sheep|pony|horse|donkey|pig|bees?|tarantula|crab|snail|corgi|poodle|labrador|lab|retriever|terrier|beagle|greyhound|whippet|dachshund|spaniel|collie|shepherd|husky|bulldog|pug|tabby|siamese|ragdoll|mutt|lurcher'

export const PERSON = `(?:${KIN}|${CIRCLE})`
export const PET = `(?:${PET_NOUN})`

export const ILLNESS =
  "(?:type (?:1|2|one|two)(?= diabet|,|$)|asthma|diabetes|diabetic|migraines?|eczema|psoriasis|arthritis|epilepsy|anaemi[ac]|anemi[ac]|coeliac|celiac|lactose|gluten|raynaud'?s?|tinnitus|insomnia|vertigo|anxiety|depression|adhd|ocd|ptsd|autis(?:m|tic)|dyslexi[ac]|colou?r[- ]?blind(?:ness)?|short-?sighted|near-?sighted|hypertension|high blood pressure|heart (?:condition|murmur)|arrhythmia|scoliosis|sciatica|fibromyalgia|endometriosis|pcos|hypothyroid(?:ism)?|thyroid|crohn'?s|ibs|reflux|gout|hay ?fever|sinusitis|sleep apn(?:o?)ea|hearing aids?|deaf|restless legs?|bad (?:knee|back|hip|shoulder|ankle)|slipped disc|carpal tunnel|tendonitis|rosacea|vitiligo|sleepwalk\\w*|pacemaker|insulin|inhaler|epipen|prosthe\\w+|plantar fasciitis|shingles|narcolepsy|glaucoma|cataracts?|astigmatism)"

export const INSTRUMENT =
  '(?:piano|guitar|bass|violin|viola|cello|double bass|drums?|ukulele|banjo|mandolin|flute|clarinet|saxophone|sax|trumpet|trombone|tuba|french horn|oboe|bassoon|harp|accordion|harmonica|fiddle|bagpipes?|recorder|keyboards?|organ|synth|sitar|tabla|bodhr[aá]n|tin whistle|concertina|marimba|xylophone|theremin|kalimba)'

/**
 * What an `I'm a …` says of work. The words before are a group, of no use to the rules: without one, browsers write out all
 * that follows once for each number of words, and take ten times as long to compile it.
 */
export const JOB =
  '(?:([a-z-]+) ){0,3}?(?:\\w+(?:ist|ician|wright|smith|monger|keeper|herd|hand|maker|fighter|driver|worker)|nurse|doctor|vet|teacher|lecturer|professor|tutor|engineer|developer|programmer|designer|writer|editor|author|translator|interpreter|lawyer|solicitor|barrister|paralegal|accountant|bookkeeper|banker|broker|chef|cook|baker|barista|bartender|waiter|waitress|server|manager|director|consultant|analyst|architect|surveyor|builder|carpenter|joiner|plumber|welder|roofer|painter|decorator|potter|weaver|tailor|cobbler|farmer|gardener|forester|ranger|sailor|deckhand|captain|pilot|steward|attendant|courier|postie|postman|mechanic|technician|operator|controller|dispatcher|paramedic|firefighter|officer|soldier|marine|guard|detective|actor|actress|dancer|singer|musician|drummer|producer|filmmaker|animator|illustrator|cartoonist|librarian|curator|archivist|conservator|researcher|scientist|biologist|chemist|physicist|geologist|economist|historian|translator|student|intern|trainee|apprentice|freelancer|contractor|cleaner|caretaker|janitor|nanny|carer|childminder|midwife|therapist|counsellor|physio|trainer|instructor|coach|referee|hairdresser|barber|cashier|clerk|secretary|receptionist|assistant|admin|agent|auctioneer|butcher|fishmonger|florist|jeweller|locksmith|beekeeper|zookeeper|tester|luthier|undertaker|proofreader|copywriter|journalist|reporter|stagehand|usher|bus driver)'
