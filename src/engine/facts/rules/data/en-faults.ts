/** What shows in an English statement that it doesn't stand alone, or says nothing that lasts. */
import type { Fault } from './language-data.ts'

const SPAN =
  '(?:morning|afternoon|evening|night|week|weekend|month|year|spring|summer|autumn|fall|winter|time|season|term|semester|century|past|last|coming|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)'
const FEELING =
  '(?:happy|glad|thankful|grateful|proud|blessed|lucky|excited|thrilled|stoked|pumped|relieved|honou?red|inspired|motivated|amazed|touched|sad|upset|nervous|overwhelmed|exhausted|tired|knackered|stressed|sorry|swamped|sure|curious|fine|okay|ok|back|here|home|late|busy|ready|done|free|alive|bored|hungry|starving|gutted|delighted|pleased|shocked|surprised|confused|determined|embarrassed|heartbroken|devastated|content|calm|peaceful|complete|alone|lonely|worried|anxious|scared stiff|surrounded|fond)'
const PRAISE =
  '(?:awesome|amazing|great|rewarding|cool|stunning|special|inspiring|incredible|fantastic|wonderful|beautiful|gorgeous|fun|lovely|perfect|good|nice|sweet|cute|adorable|precious|priceless|tough|hard|rough|brutal|wild|crazy|surreal|delicious|yummy|tasty|important|powerful|meaningful|touching|magical|unforgettable|a blast|a dream come true|epic|hilarious|funny|calming|relaxing|soothing|therapeutic|fulfilling|worth it|a lot|key|essential|everything|the best|so much fun)'

export const enFaults: readonly Fault[] = [
  {
    why: 'has no subject and verb',
    pattern: /^[Tt]he user: /u,
    unless: /^.{0,70}$/u,
    kinds: ['age', 'trait', 'residence', 'origin', 'job', 'school', 'health', 'allergy'],
  },
  {
    why: 'has no subject and verb',
    pattern: /^[Tt]he user: /u,
    kinds: [
      'name',
      'nickname',
      'birthday',
      'family',
      'pet',
      'other-person',
      'like',
      'dislike',
      'habit',
      'possession',
      'skill',
      'goal',
      'plan',
      'event',
      'relationship',
      'remember',
      'boundary',
      'answer',
    ],
  },
  {
    why: 'a heading before another subject',
    pattern: /^[Tt]he user: .*\b(?:is|are|was|were|am|the user|has|have)\b/u,
  },
  {
    why: 'points at something that the text does not hold',
    pattern: new RegExp(
      `\\b[Tt]his\\b(?! ${SPAN}\\b)|\\b(?:these|those)\\b(?! days)|\\bthat (?:one|picture|pic|photo|colou?r|stuff|part|sounds?|feeling|way|kind|vibe|place|spot|view|song|movie|film|first|purple|look|shot|thing)\\b|\\b(?:like|love|loved|did|do|does|saw|made|of|about|with|for|to|at|in|on|enjoys?|loves?|after|before|than) that(?=$|[,.;!])|\\bthe (?:pic|photo|picture|image|blue|details|vibes?)\\b|\\bover there\\b|^(?:Here's|Here is|Here are|Check|Look|There's|There are|There is)\\b`,
      'u',
    ),
  },
  {
    why: 'a pronoun that nothing before it explains',
    pattern:
      /^(?!It's the user's birthday\b)(?:It|They|He|She|That|These|Those|Its|Their|His|Her|Them|One|Some|Something|Someone|Everyone|Anyone|Nobody|Nothing|What|Which|Who|Whoever|There|Here)\b/u,
  },
  {
    why: 'ends before it says what',
    pattern:
      /\b(?:the|a|an|of|to|for|with|and|or|but|in|on|at|by|from|my|their|his|her|some|a few|is|was|are|be|because|so|as|than|like|which|who|when|while|if|that|too|either|it|them|there|one|ones)[.!]?$/iu,
    unless: /\b(?:from|in|at|on|with|of)\b.{0,3}$|\bused to .* but (?:now|these days|nowadays) /u,
  },
  {
    why: 'a passing feeling',
    pattern: new RegExp(
      `^The user (?:(?:is|was|feels|felt|has been|am|got)(?: \\w+){0,2}? ${FEELING}\\b(?! of\\b)|(?:\\w+ )?(?:feels?|felt|feeling|realis?zed?|believes?|thinks?|thought|hopes?|appreciates?|misses|missed|guess\\w*|knows?|knew|means?|needs?|needed|agrees?|hears?|heard|wonders?|wondered|understands?|remembers?|figure[sd]?|bets?|suppose|supposes|swears?(?! by)|reckons?|blames?|cares?|owes?|deserves?|seems?|thank\\w*|wish\\w*|promise\\w*)\\b)|\\b(?:can't wait|feels? like|felt like|makes? the user (?:feel|smile|happy|laugh)|so (?:much )?(?:joy|fun|proud|happy|peaceful))\\b`,
      'u',
    ),
    unless: /\bis (?:scared|afraid|terrified|allergic)\b/u,
  },
  {
    why: 'praise',
    pattern: new RegExp(
      `\\b(?:is|are|was|were|been|'s)(?: (?:so|really|pretty|super|just|such|very|always|truly|quite|also|all|a|an|definitely|such a|kind of))* ${PRAISE}(?=$|[,.!;]| (?:and|but|for|to|thing|way|feeling|experience|reminder|time)\\b)`,
      'u',
    ),
    unless: /\b(?:favou?rite|allergic)\b/u,
  },
  {
    why: 'a liking of what is at hand',
    kinds: ['like', 'dislike'],
    pattern:
      /\b(?:loves?|likes?|enjoys?|adores?|hates?|into|prefers?|loved|enjoyed) (?:that|how|when|it|what|the (?:way|idea|look|sound of (?:that|it)|connection|fact|support|feeling|vibe|design|colou?rs?|message|energy|taste|thought)|being|seeing (?:how|what|that|the)|hearing|knowing|every|all|your|each|to (?:see|hear|know|try|help|share|support|do|go|come|meet|chat|catch))\b/u,
  },
  {
    why: 'a liking of what was just spoken of',
    kinds: ['like', 'dislike'],
    pattern:
      /\b(?:loves?|likes?|enjoys?|adores?|hates?|loved|enjoyed) (?:the (?!(?:sea|ocean|beach|mountains?|countryside|rain|snow|sun|cold|heat|winter|summer|autumn|spring|smell|sound|taste|outdoors|city|country|night|quiet|dark|gym|garden|cinema|theatre|opera|ballet|piano|violin|guitar|cello|drums|colou?r|crust|skin)\b|\p{Lu})|their\b|his\b|her\b|its\b)/u,
  },
  {
    why: 'has no verb',
    kinds: ['like', 'dislike'],
    pattern: /^The user's (?:(?! (?:is|are|was|were|has|have|includes?)\b|\w's ).)*$/u,
  },
  // English pronouns reach too far back for what is put beside them to be what they mean.
  { why: 'refers to words that are not its own', manners: ['referring'], pattern: /^/u },
  {
    why: 'a noun read as a verb',
    pattern:
      /\bloves? (?:and|can|is|sure|does|will|has|really|brings?|or)\b|^The user is \w+ing (?:\S+ ){0,6}?(?:is|brings|makes|helps|gives|can|really|was|has)\b|^Love\b/u,
  },
  {
    why: 'somebody who is not named',
    pattern:
      /^The user (?:(?!the user's |\b\p{Lu}|\b(?:friend|sister|brother|cat|dog|cousin|neighbou?r|boss|man|woman|boy|girl|baby)\b).)*\b(?:his|her|him|he|she)\b/u,
  },
  {
    why: 'a place or time that is not named',
    pattern:
      /\b(?:goes|go|went|been|be|lives?|lived|works?|worked|trip|going|up|over|out|back|in|stay|stayed|sit|sits) there\b|\bthere (?:to|with|every|last|for|on|in|since|now|and)\b|\bever since$|\bsome(?:thing|where) (?:new|fun|special|cool|nice|different)\b|\b(?:great|good|big|bad) news\b|\bthen$/u,
  },
  {
    why: 'everybody and nobody',
    manners: ['together'],
    kinds: ['like', 'dislike', 'habit', 'skill', 'other-person'],
    pattern: /the user and company/iu,
  },
  {
    why: 'a good intention',
    pattern:
      /\b(?:mak\w+ a difference|positive impact|give back|good example|stay (?:positive|strong|motivated|on track|true)|live authentically|do (?:the user's|their) best|help (?:people|others)|keep going)\b/iu,
  },
  {
    why: 'a joke: a thing as a lover',
    pattern:
      /\b(?:married to|dating|marry|engaged to|in a (?:\w+ )?relationship with) (?:the user's |a |the )?(?:\w+ )?(?:bed|duvet|blanket|pillow|couch|sofa|job|work|phone|laptop|coffee|pizza|cheese|fridge|netflix|spreadsheets?|gym|kettle)\b/iu,
  },
  {
    why: 'a comparison',
    kinds: ['event', 'habit', 'plan', 'trait', 'possession', 'pet'],
    pattern:
      /\bhas the \w+(?: \w+)? of an? |\b(?:is|was|am|feels?|felt|looks?|looked) (?:\w+ )?(?:like|basically) (?:an?|the|some)\b/iu,
  },
  { why: 'quotation cut in half', pattern: /^[^"]*"[^"]*$/u },
  {
    why: 'bad grammar',
    pattern:
      /\b(?:some|a|the|an|this|that) the user\b|\buser's-|\buser-|\bHer's\b|\bthe user (?:ams|ares)\b/u,
  },
  {
    why: 'empty',
    pattern:
      /^The user (?:(?:is|was|does|did|had|will|would|can|could)(?: \w+)?|has(?: (?:it|this|that|them|one|some|something|enough|plenty|lots|loads|time|news|work|fun|plans|questions|issues|problems|to|been|done|had|got|gone|seen|never|always|just))?)[.!]?$/u,
    unless:
      /\bcan(?:not|'t)? (?:swim|drive|cook|ski|sew|knit|sing|dance|juggle|whistle|skate|surf|draw|code)[.!]?$|\b(?:promoted|fired|hired|sacked|transferred|single|married|engaged|divorced|separated|widowed|pregnant|retired|unemployed|vegan|vegetarian|pescatarian|teetotal|deaf|bilingual|dyslexic|diabetic|coeliac|celiac|autistic|epileptic|asthmatic|gay|bi|trans|nonbinary)[.!]?$/iu,
  },
  {
    why: 'talk about the talk',
    pattern:
      /\b(?:take a look|check (?:it|this) out|check out|as I said|like the user said|the user said|told (?:you|the user)|(?:last|since|after) (?:the user and \w+ (?:last )?)?(?:spoke|talked|chatted|met)|last time|by the way|speaking of|for the user, the user|long time no|catch up|catching up|great (?:to hear|hearing|chatting)|thanks|thank you)\b/iu,
  },
  {
    why: 'a plan without an object',
    pattern: /^The user will \w+ (?:tonight|tomorrow|later|today|soon|now|then)$/u,
  },
  {
    why: 'advice',
    kinds: ['remember'],
    pattern: /^\W*(?:to |every |that progress|life |nothing |there's )/iu,
  },
  {
    why: 'what the user did with somebody, without the user',
    manners: ['person', 'goes-on'],
    pattern:
      /^(?:Just |Finally |Also |Last \w+,? )*(?:[A-Z]?[a-z]{2,}ed|[Tt]ook|[Ww]ent|[Mm]et|[Ss]aw|[Hh]ad|[Gg]ot|[Mm]ade|[Gg]ave|[Tt]old|[Ss]pent|[Ss]ent|[Bb]rought|[Cc]aught) /u,
  },
  {
    why: 'what somebody says',
    manners: ['person', 'pronoun', 'goes-on'],
    pattern:
      /\b(?:says?|said|reckons?|claims?|claimed|told|tells|thinks?|swears|insists?|asked|asks|wants|texted|keeps (?:saying|asking|telling))\b/u,
    unless: /\b(?:doctor|dentist|vet|physio|consultant|gp)\b/iu,
  },
  {
    why: 'hedged',
    pattern: /\b(?:maybe|perhaps|might|would|could|probably|I guess|if)\b/iu,
    unless: /\bsays? (?:I|the user)\b|\bnever could\b/u,
  },
  {
    why: 'advice',
    pattern: /\b(?:yourself|you|your)\b|\b(?:should|must|gotta|let's)\b/iu,
    unless: /^Asked “/u,
  },
]
