/** The rules for English. */
import type { AnswerRule, FactRule } from '../types.ts'
import { enChanges } from './en-changes.ts'
import { enFaults } from './en-faults.ts'
import { toThird, yesNo } from './en-wording.ts'
import { ILLNESS, INSTRUMENT, JOB, PERSON, PET } from './en-words.ts'
import type { LanguageData } from './language-data.ts'

const re = (source: string, flags = '') => new RegExp(source, flags + 'u')

const NAME =
  "(?<name>[A-Z][\\p{Ll}'’-]+(?: (?:[A-Z][\\p{Ll}'’-]+|[A-Z]\\.|de|van|von|O'[A-Z][\\p{Ll}]+)){0,3})"
const NOT_NAME =
  "(?!I'm\\b)(?!(?:American|British|English|Irish|Scottish|Welsh|French|German|Italian|Spanish|Dutch|Danish|Swedish|Norwegian|Polish|Russian|Greek|Turkish|Indian|Chinese|Japanese|Korean|Canadian|Australian|Mexican|Brazilian|African|Asian|European|Jewish|Catholic|Muslim|Christian|Buddhist|Hindu|Sikh|Capricorn|Aquarius|Pisces|Aries|Taurus|Gemini|Cancer|Leo|Virgo|Libra|Scorpio|Sagittarius|God|Mum|Dad|OK|Okay|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Team)\\b)"
const ADV =
  '(?:just|also|really|actually|only|still|always|never|usually|often|sometimes|mostly|mainly|finally|already|recently|currently|absolutely|totally|honestly|genuinely|secretly|kind of|sort of|kinda|quite|so|do|even|now|officially|literally|lately|technically|basically|practically|nearly|almost|pretty much|strictly|more or less|at least|kinda)'
const I = `\\b(?:I|[Ww]e)(?:'m|'ve|'d|'re)?(?: ${ADV})*`
const OR_DROPPED = `(?:${I} |^(?:${ADV} )*)`
const NUMBER_WORD =
  '(?:thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-| )?(?:one|two|three|four|five|six|seven|eight|nine)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2})'
/** What is said of a person that lasts: a state, or what they do as a rule. Follows the person. */
const STATE = re(
  `^(?:'s name(?:'s| is) [A-Z]|(?:,? [A-Z]\\p{Ll}+)?,?(?: (?:who|also|just|only|still|always|never|usually|often|both|all|now|mostly|actually|really|even|already|recently|finally))*(?:(?:'s| is| are|'re)(?: (?:also|only|just|now|nearly|almost|about to turn|turning|still|actually))* (?:${NUMBER_WORD}\\b|an? |the (?:oldest|youngest|eldest|middle|baby|one who)|my |our |from |in (?:the (?:navy|army|air force|police)|year|prison|hospital|\\p{Lu})|at (?:uni|university|college|school)|called |named |allergic|vegan|vegetarian|deaf|blind|left-handed|married|engaged|divorced|single|pregnant|retired|dead|lactose|colou?r-?blind|afraid|scared|terrified|obsessed|into |good at|training|studying|learning|working|living|doing (?:a|an|his|her|their) |getting (?:married|divorced)|having a baby|expecting|selling|buying|renovating|staying|visiting|dating|marrying|retiring|recovering|planning|applying|adopting|fostering|opening|closing|launching|moving|based|turning|older|younger|\\w+ years|born)| was (?:born|an? |raised|diagnosed|named)| (?:works?|worked|lives?|lived|studies|study|teaches|taught|runs?|owns?|plays?|collects?|speaks?|loves?|likes?|adores?|hates?|detests?|prefers?|drinks?|eats?|can't|cannot|can|won't|doesn't|don't|refuses|has|have|had (?:a baby|twins|surgery|an? (?:operation|accident|stroke|heart attack))|keeps?|comes? from|grew up|moved|got (?:married|engaged|divorced|promoted|accepted|into|a (?:new )?(?:job|dog|cat|puppy|kitten)|the job)|turns?|turned|died|passed (?:away|her|his|their)|retired|graduated|started|(?:just |finally )?(?:learned|learnt)|quit|swims?|sleeps?|snores?|bakes?|makes?|drives?|writes?|sings?|paints?|knits?|sells?|builds?|breeds?|grows?|fixes|repairs?|smokes?|cooks?|coaches|trains?|swears by|took up|takes up|goes by|spells?|named|taught me|raised me|gave me|left me|flies|raises|restores|rides|climbs|hunts|fishes|paints|carves|brews|sews|weaves|tunes|delivers|manages|designs)\\b| [a-z]+s\\b.*\\b(?:every \\w+|all the time|constantly|nonstop|for a living|too much|everything|everyone)\\b))`,
)
const NOT_YOU = /\byou\b|\byour\b/iu

const rules: FactRule[] = [
  // ---- who one is
  {
    kind: 'nickname',
    pattern: re(
      `\\b(?:[Cc]all me|[Gg]o by|[Pp]eople call me|[Ff]riends call me|[Ee]veryone calls me|[Kk]nown as|[Pp]lease,|[Jj]ust) ${NOT_NAME}${NAME}`,
    ),
    unless: /\b(?:don't|never|not) call me\b|\bback\b/iu,
    say: 'The user wants to be called $name',
    subjects: ['user', 'character', 'third', 'we'],
  },
  {
    kind: 'name',
    pattern: re(
      `\\b[Mm]y (?:full |real |actual |first |last |middle |legal |given )?name(?:'s| is) (?:actually |really )?${NAME}`,
    ),
    say: "The user's name is $name",
    subjects: ['user', 'third', 'we'],
  },
  {
    kind: 'name',
    pattern: re(
      `^(?:[Hh]ey|[Hh]i|[Hh]ello|[Hh]iya|[Yy]o)?[,! ]*(?:[Ii]'m|I am|[Tt]he name's|[Nn]ame's|[Ii]t's) ${NOT_NAME}${NAME}(?:$|[,.!]| by the way| here| and )`,
    ),
    unless: /\bit's [A-Z][a-z]+day\b|'s [a-z]/u,
    say: "The user's name is $name",
  },
  {
    kind: 'name',
    pattern: re(
      `^(?!(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)\\b)${NOT_NAME}${NAME}, (?:I'm )?(?<n>${NUMBER_WORD})\\b`,
    ),
    first: true,
    say: "The user's name is $name, $n years old",
    unless: /^(?:Yes|No|Well|Oh|Okay|Just|Only|About|At|In|On)\b/u,
  },
  {
    kind: 'name',
    pattern: re(`^${NAME}(?=,| |$)`),
    asked: /\b(?:full name|surname|last name|call you|your name)\b/iu,
    say: "The user's full name is $name",
    unless:
      /^(?:Just|The|My|It|Call|Spelled|Spelt|Short|Like|People|Well|Oh|Yes|No|You|That|Only|And|But|Everyone|Friends)\b/u,
  },
  {
    kind: 'name',
    pattern: re(
      `\\b(?:says|reads) ${NAME} on my (?:passport|birth certificate|ID|licence|license|badge)|\\bmy (?:passport|birth certificate|licence|license) says (?<name2>[A-Z][\\p{Ll}]+(?: [A-Z][\\p{Ll}]+)*)`,
    ),
    say: "The user's full name is $name$name2",
  },
  {
    kind: 'birthday',
    pattern:
      /\b(?:share|sharing) (?:a|my) birthday\b|\b(?:my|our) (?:\w+ )?birthday(?:'s| is| was| falls)|\bI was born (?:on|in)\b|\bI turn(?:ed)? \w+|\bborn on\b|\bit's my birthday\b|\b(?:is|was) my birthday\b|\bmy (?:thirtieth|fortieth|fiftieth|sixtieth|\d+(?:st|nd|rd|th)) birthday\b/iu,
    unless: /\bI was born in(?: a| the)\b|birthday (?:present|gift|cake|card|party) (?:was|is|from)/iu,
  },
  {
    kind: 'age',
    pattern: re(
      `\\bI(?:'m| am)(?: ${ADV}| about to turn| turning| nearly| almost| only)* ${NUMBER_WORD}(?:$|[,.!]| years old| and | now| but| today| this year| for now| until| till)|\\bI(?:'ll be| turn| turned| just turned| am turning)(?: be)? ${NUMBER_WORD}\\b|\\bturn(?:ing|ed) ${NUMBER_WORD}\\b|\\b(?:big|the) (?:three|four|five|six|3|4|5|6)-?(?:oh|0)\\b|\\bclinging to ${NUMBER_WORD}\\b|^${NUMBER_WORD} years old`,
      'i',
    ),
    unless:
      /\b(?:out of|in line|minutes?|hours?|days|weeks|months|miles|km|percent|when I|at \w+ (?:I|my))\b/iu,
  },
  {
    kind: 'age',
    pattern: re(`^(?<n>${NUMBER_WORD})$`, 'i'),
    asked: /\babout (?:you|yourself)\b|\bintroduce\b|\bwho are you\b|\bthings about\b/iu,
    say: 'The user is $n years old',
  },
  {
    kind: 'job',
    pattern:
      /\bI(?:'ve| have)(?: got)? (?:an? |my own )(?:[\w-]+ ){0,3}(?:shop|caf[eé]|bakery|studio|salon|stall|garage|restaurant|pub|business|farm|workshop|company|nursery|gallery|brewery)\b/iu,
    unless: /\b(?:would|if|favou?rite)\b/iu,
  },
  {
    kind: 'habit',
    pattern:
      /\bmy (?!first\b|next\b|last\b)(?:[\w-]+ ){1,3}(?:class|lessons?|course|practice|rehearsals?|club|league)(?:'s| is| are| starts?| on)\b/iu,
    importance: 6,
    unless: NOT_YOU,
  },
  {
    kind: 'age',
    pattern: re(`\\bI(?:'m| am) [A-Z]\\p{Ll}+(?: [A-Z]\\p{Ll}+)?, (?<n>${NUMBER_WORD})\\b`),
    say: 'The user is $n years old',
  },
  {
    kind: 'trait',
    pattern:
      /\bI(?:'m| am)(?: \w+){0,2} (?:left-handed|vegetarian|vegan|pescatarian|teetotal|colou?r[- ]?blind|an only child|an introvert|an extrovert|a twin|bilingual|dyslexic|night owl|morning person|early bird|half[- ]\w+|Catholic|Muslim|Jewish|Buddhist|Hindu|gay|bi|trans|nonbinary|asexual|Capricorn|Aquarius|Pisces|Aries|Taurus|Gemini|Leo|Virgo|Libra|Scorpio|Sagittarius)\b|^(?:Owl|Night owl|Early bird|Morning person|Lefty)\b|\bI'm useless before\b|\bI(?:'m| am) (?:not |more of )?a(?:n)? (?:morning|night|cat|dog|people|tea|coffee|beach|mountain|city|country) person\b|\b(?:INFP|INFJ|INTP|INTJ|ENFP|ENFJ|ENTP|ENTJ|ISFP|ISFJ|ISTP|ISTJ|ESFP|ESFJ|ESTP|ESTJ)\b|\bmy (?:star sign|blood type|pronouns)\b/iu,
    unless: NOT_YOU,
  },
  // ---- where
  {
    kind: 'residence',
    pattern:
      /\b(?:I'm|I am|[Ww]e're|[Ww]e are) (?:up |down |out |still |now )?in (?:a|an|the) (?:\w+ )?(?:croft|cottage|flat|apartment|cabin|farmhouse|houseboat|bungalow|studio|van|caravan|loft|basement|village|hamlet|townhouse|boat|barn|yurt)\b/u,
  },
  {
    kind: 'residence',
    pattern:
      /\bI'm (?:an? |now an? |officially an? )(?<place>[A-Z]\p{L}+) (?:resident|local|native|girl|boy|dweller)\b/u,
    say: 'The user lives in $place',
  },
  { kind: 'residence', leansBack: true, pattern: /^(?:just |only |finally )?moved in\b/iu },
  {
    kind: 'residence',
    pattern:
      /\bI (?:used to live|lived|once lived|grew up|was living|was based|spent \w+ years? (?:living )?)\b.*\b(?:in|on|near)\b|\bused to live (?:in|on|near)\b|\b(?:after|for) \w+ years in [A-Z]\w+/u,
    superseded: true,
    unless: /\bgrew up\b|\bstill\b|I've lived|\bnow\b/iu,
    importance: 7,
  },
  {
    kind: 'residence',
    pattern:
      /^(?:\w+ ){1,3}(?:days|weeks|months|years) in (?<place>[A-Z]\p{L}+(?: [A-Z]\p{L}+)?)(?: now| so far| already)?\b/u,
    say: 'The user lives in $place',
  },
  {
    kind: 'residence',
    pattern: /\b(?:moved|relocated|came|moving)\b.{0,40}?\bfrom (?<from>[A-Z][\p{L}]+(?: [A-Z][\p{L}]+)*)/u,
    say: 'The user used to live in $from',
    superseded: true,
    importance: 7,
  },
  {
    kind: 'residence',
    pattern:
      /^(?:[Nn]ow (?:it's |I'm in |in )?|[Ii]t's )?(?<place>[A-Z]\p{L}+(?: [A-Z]\p{L}+)?) now$|^[Nn]ow (?:it's |I'm in |in )(?<place2>[A-Z]\p{L}+)$/u,
    after: 'residence',
    say: 'The user now lives in $place$place2',
  },
  {
    kind: 'residence',
    pattern: re(
      `${OR_DROPPED}(?:moved|relocated|moving|resettled)(?: house| home| back| here| out| down| up| over| away)?(?: last \\w+| this \\w+| \\w+ ago)? (?:to|into|from|in with)\\b|\\bwe(?:'ve)?(?: ${ADV})* moved (?:house |home |back |out |down |up |over |across )?(?:from|to|into|here)\\b|\\bmoved (?:here|in) (?:from|last|in|on|with|two|three|a)\\b`,
      'i',
    ),
    importance: 8,
    unless:
      /\b(?:moved to tears|moving on|might|thinking of|would)\b|\bmov(?:ed|ing) (?:in)?to (?:the |an? |my |our )?(?:\w+ )?(?:department|team|role|position|desk|office|project|shift|class|job|(?:next|final) (?:stage|level|round))\b/iu,
  },
  {
    kind: 'residence',
    pattern: re(
      `(?:\\bI(?:'ve| have)?|\\b[Ww]e|^)(?: ${ADV})* (?:live|lives|living|lived|based|been living|stay|reside|rent|rented)(?: \\w+){0,4}? (?:in|on|near|at|by|above|outside|with|here|opposite|off|next)\\b|\\b(?:I'm|I am|[Ww]e're)(?: ${ADV})* (?:based|living|renting|settled|staying) (?:in|on|near|at|by|above|out)\\b|\\bI live\\b|\\b(?:my|our) (?:new |tiny |little |old )?(?:flat|apartment|house|place|cottage|houseboat|studio|bungalow|farm|cabin|caravan|narrowboat|room)(?:'s| is)? (?:in|on|near|above|by|at)\\b|\\b(?:flat|apartment|house|cottage|houseboat|studio|bungalow|room|bedsit) in [A-Z]`,
    ),
    unless:
      /\bstay(?:s|ed|ing)? (?:in (?:shape|touch|bed|contact|the loop|line|my lane)|on (?:track|top)|at home|home|up|in$)|\blive (?:in fear|for|with it|without)\b|\bwould live\b/u,
  },
  {
    kind: 'origin',
    pattern:
      /\bI(?:'m| am)(?: originally| actually| really| also)? from (?!(?:the|a|an|my|here|there|now|this|that|where)\b)\w|\bI (?:was born|was raised|grew up)(?: and (?:raised|bred|grew up))? (?:in|on|near|by)\b|\bborn and (?:raised|bred)\b|\bmy home ?town(?:'s| is| was)\b|\boriginally from\b|\bI come from\b|\bmy family(?:'s| is| comes?) from\b/iu,
    importance: 8,
  },
  // ---- work and school
  {
    kind: 'job',
    pattern: re(
      `(?:\\bI(?:'m| am)?|^)(?: ${ADV})* (?:work|working|intern|interning|volunteer|volunteering)(?: ${ADV})* (?:at|for|with) (?!home\\b|night|it\\b|me\\b|this\\b|that\\b|things\\b|us\\b|you\\b|free\\b|now\\b|least\\b|all\\b|what\\b|whatever\\b)\\w`,
      'i',
    ),
    unless: /\b(?:if|would)\b/iu,
  },
  // Done to the user by those the user works for.
  ...(
    [
      [/\b(?<verb>promoted|fired|hired|sacked|transferred) me\b/iu, 'The user was $verb'],
      [/\blaid me off\b/iu, 'The user was laid off'],
      [
        /\bmade me (?<what>permanent\b[^,]*|redundant|(?:an? |the )?(?:\w+ )?(?:manager|lead|head|supervisor|partner|director)\b[^,]*)/iu,
        'The user was made $what',
      ],
      [
        /\boffered me (?<what>(?:an? |the |my )(?:\w+ ){0,3}?(?:job|position|role|contract|promotion|raise)\b[^,]*)/iu,
        'The user was offered $what',
      ],
    ] as const
  ).map(([pattern, say]): FactRule => ({
    kind: 'job',
    pattern,
    say,
    subjects: ['user', 'third'],
    unless:
      /\b(?:would|might|almost|nearly|never|n't|if|hope|wish|should|should've|you|thought|dream\w*|worried)\b/iu,
  })),
  {
    kind: 'job',
    pattern: re(`${OR_DROPPED}(?:(?:have |'ve )?changed (?:jobs|careers)|was laid off|was let go)\\b`, 'i'),
  },
  {
    kind: 'job',
    pattern:
      /\bI \w+ [\w ]{2,24} for (?:the|an?) (?:\w+ ){0,3}(?:authority|company|council|firm|university|museum|government|charity|city|county|hospital|school|lab|agency|trust|zoo|paper|newspaper|station|theatre|railway|department|ministry|library|club|magazine|studio)\b/u,
    unless: /\b(?:would|wait|went|waited|bought)\b/iu,
  },
  {
    kind: 'job',
    pattern:
      /^(?:\w+ )?\w+ years (?:with|at|in|for) (?:the )?\w+.*\b(?:done|over|finished|behind me|ended)\b/iu,
    superseded: true,
    importance: 7,
  },
  {
    kind: 'job',
    pattern:
      /\bI (?:also |mostly )?(?:fix|repair|tune|restore|drive|teach|design|build|bake|breed|train|sell|translate|install|paint|print|bind|shear|groom|edit|illustrate) (?!it\b|this\b|that\b|you\b|me\b|him\b|her\b|up\b|my\b|things\b)(?:[\w-]+ ){0,2}[\w-]+s\b/u,
    unless: /\b(?:would|if|you|yesterday|today|tomorrow)\b/iu,
  },
  { kind: 'job', pattern: /\bI(?:'ve| have)? (?:run|ran|had|own|owned) my own \w+/u },
  {
    kind: 'job',
    pattern: re(
      `\\bI (?:used to (?:be|work|teach|run|drive|manage)|was (?:an? )(?:${JOB})\\b|worked (?:as|in|at|for)|spent \\w+ years (?:as|at|in|working))\\b|\\bformer(?:ly)? (?:an? )?(?:${JOB})\\b|\\bex-(?:${JOB})\\b`,
      'i',
    ),
    superseded: true,
    importance: 7,
    unless: /\b(?:still|a kid|was a student when)\b/iu,
  },
  {
    kind: 'job',
    pattern: re(
      `${OR_DROPPED}(?:quit|resigned|handed in my notice|got (?:fired|laid off|promoted|the job|a (?:new )?job|hired)|been (?:promoted|made redundant|laid off)|(?:start|started|starting) (?:a new job|as an?|at (?:a|the|[A-Z])|work|working)|retired|retiring|left (?:my|the) (?:job|firm|company)|switched (?:jobs|careers)|lost my job|between jobs|unemployed|job-?hunting|self-employed|freelancing|freelance|on (?:maternity|paternity|parental|sabbatical)|promoted)\\b`,
      'i',
    ),
    unless: /\bwould\b|\bquit (?:smoking|drinking|sugar|coffee|vaping)\b/iu,
  },
  {
    kind: 'job',
    pattern: re(
      `(?:\\bI(?:'m| am)(?: ${ADV}| currently| training to be| about to be| studying to be)* (?:an? |the |in my \\w+ year as an? )|\\bI work as an? |^(?:an? )?|\\bmy job as an? |\\bdoing shifts as an? |\\bas an? )(?:${JOB})\\b(?!'s)`,
      'i',
    ),
    unless:
      /\b(?:if|like an?|fan|lover|want to be|wanted to be|dream|would|as a kid|not an?|you|your|my|the|his|her|our|their|such|bad|terrible|good|great)\b(?! island| night| local| ferry)/iu,
  },
  {
    kind: 'job',
    pattern: re(
      `${OR_DROPPED}(?:work|works|working|teach|teaching|run|manage|managing|own|look after|take care of|breed|install|inspect|shear|print|bind|sort|count|tune|repair|fix|tune|restore|sell|selling|design|build|make|bake|write|edit|drive|fly|paint|translate|coach|guide|deliver|train|clean|cook|test|code|program|lecture|nurse|temp|intern|interning|volunteer|volunteering|freelance)\\b.{0,40}?\\b(?:for a living|for work|at (?:a|an|the)\\b|in (?:a|an) (?:\\w+ ){0,3}(?:shop|office|lab|bakery|hospital|school|factory|kitchen|restaurant|cafe|café|garage|museum|library|warehouse|studio|firm|company|department|clinic|bank|pub|bar|hotel|theatre|zoo|nursery|workshop|university|call centre|salon)|(?:work|working|intern|interning|volunteer|volunteering)(?: \\w+){0,2} (?:in|for|on|at|with|from|as)|nights|shifts|part[- ]time|full[- ]time|a (?:small |little |tiny )?(?:shop|cafe|café|bakery|studio|farm|bookshop|stall|restaurant|pub|bar|business|company|salon|garage|hotel|B&B|brewery|nursery|gallery))`,
      'i',
    ),
    unless:
      /\b(?:if|would|work out|works? for me|working on (?:it|that|myself)|running late|run out|make do)\b/iu,
  },
  {
    kind: 'job',
    pattern:
      /\bmy (?:day job|job|work|shop|office|boss at|shifts?|studio|bakery|practice|company)(?:'s| is| are)? (?:as|at|in|is|with)\b|\b(?:my|a) (?:\w+ )?shifts?\b.*\bat\b|\b(?:double|night|early|late|day|opening|closing) shifts? at (?:the|a|my)\b|\bfor a living\b|\bday job\b|\b\w+ days on,? (?:and )?\w+ (?:days )?off\b/iu,
    unless: /\byou(?:r)?\b|rent|late\b/iu,
  },
  {
    kind: 'school',
    pattern: re(
      `${OR_DROPPED}(?:study|studying|studied|major(?:ing)? in|doing (?:a|my) (?:\\w+ )?(?:PhD|MA|MSc|BA|BSc|master's|masters|degree|doctorate|thesis|dissertation|apprenticeship|course|A-levels|GCSEs)|(?:a|in my) (?:first|second|third|fourth|final|1st|2nd|3rd|last)[- ]year|graduat(?:e|ed|ing)|at (?:uni|university|college|art school|law school|med school)|in (?:sixth form|year \\w+|(?:ninth|tenth|eleventh|twelfth|\\w+th) grade|grad school|college|high school|med school|law school|vet school)|taking (?:a|an) (?:\\w+ )?(?:class|course)|enrolled|apprentic(?:e|ing)|go to \\w+ (?:school|college|university)|got into)\\b|\\bmy (?:thesis|dissertation|phd|master's|degree|major|minor|a-levels|gcses)(?:'s| is| in| on| about)\\b|^(?:\\w+ ){0,3}(?:second|third|first|final|fourth)[- ]year\\b|\\b(?:sophomore|freshman|junior|senior) (?:in|at|year)\\b|\\b(?:PhD|MA|MSc|degree) (?:in|on|at|student)\\b|\\bin (?:the|my) \\w+ year of\\b`,
      'i',
    ),
    unless: /\bwould\b|\bif\b|studied my/iu,
  },
  // ---- people and animals of the user
  {
    kind: 'family',
    pattern: re(
      `${OR_DROPPED}(?:have|have got|got|has) (?:an? |one |two |three |four |five |six |\\d |a couple of |twin |no |any |only )(?:([\\w-]+) ){0,3}?(?:${PERSON})s?\\b|^I'm [A-Z]\\p{Ll}+,.*\\b(?:divorced|married|widowed|single)\\b|\\bI(?:'m| am)(?: \\w+)? (?:married|engaged|single|divorced|widowed|pregnant|expecting|dating|the (?:oldest|youngest|eldest|middle (?:child|one|sister|brother|of (?:two|three|four|five|six|\\d)))|an only child|a (?:mum|mom|dad|father|mother|parent|grandmother|grandfather|widow|widower))\\b|\\b(?:no|don't have (?:any )?|haven't (?:got )?any|have no) (?:siblings|brothers|sisters|kids|children|pets)\\b|\\bonly child\\b|\\bjust me\\b|\\b(?:we|I)(?:'ve| have)?(?: just| finally| recently)? (?:got (?:married|engaged|divorced|separated|back together)|broken? up|split up|had a baby)\\b`,
      'i',
    ),
    unless: /\bjust me or\b|\bwould\b|\bif I had\b/iu,
  },
  {
    kind: 'family',
    pattern:
      /\b(?:I|[Ww]e)(?:'ve| have)(?: \w+)? been (?<what>(?:married|engaged|divorced|separated|single|dating)\b[^,;]*)/u,
    unless: /\byou\b|\bhow long\b/iu,
    say: 'The user has been $what',
  },
  {
    kind: 'family',
    pattern: re(
      `\\bI(?:'ve been| have been|'m|'ve| met| first met) (?:together |going out )?(?:with )?my (?:[\\w-]+ )?(?:boyfriend|girlfriend|husband|wife|partner|fianc[ée]e?|best friend)\\b (?:for|since|at|in|on|through|\\w+ years ago)\\b|\\b[Ww]e(?:'re| are) (?:getting (?:a divorce|divorced|married|engaged)|expecting|having a baby|trying for a baby|separated|separating)\\b`,
    ),
    unless: /\byou\b|\bwould\b/iu,
  },
  {
    kind: 'pet',
    pattern: re(
      `${OR_DROPPED}(?:have|have got|got|adopted|own|keep|rescued|raise|foster|fostering|bought|brought home)\\b(?: \\w+)? (?:an? |one |two |three |four |five |\\d+ |some |the )(?:([\\w-]+) ){0,3}?(?:${PET})s?\\b`,
      'i',
    ),
    unless: /\bwould\b|\bif I\b|\ballerg|\bwant\b/iu,
  },
  // ---- what changed
  {
    kind: 'habit',
    pattern:
      /\bI used to (?!live|work|be\b|think|believe|know|wonder|say|feel|wish).{3,60}(?:, | )but (?:now|these days|nowadays) (?:I|I'm|I've) .{3,}/iu,
    unless: /\byou\b|\bwould\b/iu,
  },
  // ---- tastes
  {
    kind: 'allergy',
    pattern:
      /\ballerg(?:ic|y|ies)\b|\bintoleran(?:t|ce)\b|\banaphyla\w+|\bbreaks? (?:me )?out in hives\b|\bbring(?:s)? me out in\b|\bcome(?:s)? (?:up|out) in\b|\bbreak out in\b|\b(?:hives|welts)\b|\bmy throat (?:closes|swells)\b|\bswell(?:s)? up\b|\bepi-?pen\b/iu,
    unless: /\bare you\b|\bpeople (?:who|with)\b|\bno (?:known )?allergies\?/iu,
    subjects: ['user', 'third', 'we'],
  },
  {
    kind: 'boundary',
    pattern:
      /^(?:and |also |please |oh )*(?:never|don't ever|don't|do not) (?:tell|give|send|recommend|suggest|show|feed|put|serve|buy|wake|offer|read|play|spoil|order|get) (?!you|up)(?:me )?.{3,}/iu,
    subjects: ['user', 'character'],
    unless:
      /\bbring up\b|\bmention\b|\btell (?:me )?(?:that|this|it|what|how)\b|\bget me wrong\b|\btell anyone\b/iu,
  },
  {
    kind: 'dislike',
    leansBack: true,
    pattern: /\bI(?:'d| would) (?:rather|sooner) \w+ (?:a|an|my|glass|nails|bees|gravel)\b/iu,
  },
  {
    kind: 'dislike',
    pattern: re(
      `${OR_DROPPED}(?:hate|loathe|detest|despise|dislike|dread|avoid|resent|can't stand|cannot stand|can't bear|can't abide|can't do|can't eat|can't drink|can't handle|can't deal with|can't go near|can't get into (?!my\\b|the\\b|it\\b|this\\b|an?\\b|work\\b|bed\\b)|could never get into|never got into|have gone off|'ve gone off|went off(?! to\\b| on\\b| about\\b| with\\b| the\\b| my\\b| at\\b| in\\b|$)|can't look at|can't face|couldn't stand|could never|don't (?:like|eat|drink|do|enjoy|care for|get on with|touch|trust|get)|do not (?:like|eat|drink|enjoy)|won't (?:eat|touch|drink|watch|go near)|never (?:liked|eat|drink|got on with|could stand)|refuse to|(?:not|n't)(?: really| much of| exactly| that| so)? (?:a )?(?:big )?(?:fan|into|keen|fond)|am not (?:a fan|into|keen|fond)|not (?:a fan|into|keen|fond)|terrified|scared|afraid|petrified|sick of|fed up with|couldn't care less about|have no interest in|not bothered about)\\b|\\bI(?:'m| am)(?: \\w+)? (?:not (?:a|an|much of a|really a) (?:\\w+ ){0,2}(?:fan|person)|terrified of|scared of|afraid of|petrified of|phobic)|\\bnot (?:for me|my thing|my cup of tea)\\b|\\b(?:makes? me (?:gag|retch|sick|queasy|shudder)|turns my stomach|gives? me the creeps|creeps? me out|drives? me (?:up the wall|mad|nuts|crazy)|sets my teeth on edge|the worst (?:thing|food|vegetable|sound))\\b|\\bwould rather (?:eat|die|starve)\\b|\\bmy (?:least favou?rite|pet (?:hate|peeve)|nemesis|kryptonite)\\b`,
      'i',
    ),
    unless:
      /\bhate to (?:say|break|ask|admit|be)\b|\bdon't (?:like|get|trust) you\b|\bhate (?:it )?when you\b|\bafraid (?:so|not|I)\b|\bdon't do this\b|\bavoid (?:it|that)$|\bdon't get (?:me|it)\b/iu,
  },
  {
    kind: 'like',
    leansBack: true,
    pattern: /\bI'm (?:\w+ )?(?:addicted|hooked|obsessed|besotted|in love)$/iu,
  },
  {
    kind: 'like',
    pattern: re(
      `${OR_DROPPED}(?:like|love|adore|enjoy|prefer|worship|fancy|favou?r|swear by|live for|live on|crave|savour|treasure|cherish|can't resist|can't get enough of|can't live without|couldn't live without|could (?:eat|drink|live on|listen to|watch|talk about|read)|could happily|never get (?:tired|bored|sick) of|have a (?:soft spot|sweet tooth|weakness|thing|passion) for|a sucker for|hooked on|obsessed with|addicted to|crazy about|mad about|nuts about|keen on|fond of|partial to|really into|into|a (?:huge |big |massive |lifelong |total |die-hard )?(?:fan|devotee|lover)|in love with|passionate about|got into|getting into|have got into|have been into|always (?:pick|choose|order|go for|get)|always loved|fell in love with|look forward to)\\b`,
      'i',
    ),
    unless:
      /\b(?:don't|didn't|not|never|doesn't) (?:really |even )?(?:like|love|enjoy|liked|into)\b|\bI like you\b|\bI love you\b|\blove to (?:hear|know)\b|\blike to (?:think|know|say|ask)\b|\bwould (?:like|love)\b|\bI'd (?:like|love|prefer)\b|\blike (?:this|that|a (?:ghost|zombie|wet|lost|baby|log|rock))$|\blike,|^[Ll]ike\b|^[Ii]nto\b|^[Ff]ancy\b|\blook forward to (?:it|that)$/u,
  },
  {
    kind: 'like',
    pattern: re(
      `\\bI(?:'m| am)(?: ${ADV}| more of)* an? [\\w -]{2,30} (?:person|man|woman|girl|guy|drinker|lover|addict|nut|geek|nerd|fiend|purist)\\b`,
    ),
    unless: /\b(?:good|bad|nice|terrible|private|busy|married|new|different|changed|lucky|grown)\b/iu,
  },
  {
    kind: 'like',
    pattern:
      /^(?!(?:it|this|that|these|those|they|he|she|you|today|tomorrow|life|which|what|who|my|your|our|his|her|their|the (?!smell|sound|taste|sea)|\w+ing)\b)(?!.*\b(?:our|us|truly|really|always|we|they)\b)(?<what>(?:[\w'-]+ ){0,3}[\w'-]+) (?:is|are) (?:honestly |simply |just |by far |literally |genuinely )*the (?:best|greatest)(?: (?:thing|food|drink|snack|film|movie|band|song|book|game|season|smell|sound|dish|show|invention))?(?: (?:ever(?: (?:made|invented))?|in the world|on earth|out there|known to man))?$|^[Nn]othing beats (?<what2>(?!this|that|it\b|you|me\b|us\b|him\b|her\b|them\b|my bed).{3,50})$/iu,
    unless: /\byou(?:r|'re)?\b|\?/iu,
    say: 'The user loves $what$what2',
  },
  {
    kind: 'like',
    scope: 'sentence',
    pattern: /^Give me .{3,40} and I'm (?:happy|content|set|sorted|yours|good|gone)\b/u,
  },
  { kind: 'like', pattern: /\bnothing\b.{0,30}\b(?:more|better)\b.{0,24}\bthan\b/iu, unless: /\byou\b/iu },
  {
    kind: 'like',
    pattern:
      /\bmy (?:all-time |absolute |new |current |one true |biggest )?(?:favou?rite|fave|guilty pleasure|comfort (?:food|film|movie|show|read|game)|go-to|hobby|hobbies|passion|obsession|happy place|weakness|first love|jam)\b|\b(?:is|are|was) my (?:favou?rite|jam|thing|weakness|happy place|whole personality|comfort (?:food|film|show))\b|\bon the other hand,? I(?:'d| could| can| would)\b|\bgive me .{3,40} (?:and|any day|over)\b|\bbest \w+ (?:in the world|ever|there is|known)\b|\bnothing beats\b|\bhappiest when\b|\bpeak \w+ for me\b/iu,
    unless: /\byour favou?rite\b|least favou?rite/iu,
  },
  {
    kind: 'like',
    pattern: re(
      `${OR_DROPPED}only (?:ever )?(?:drink|eat|wear|use|watch|listen to|read|buy|order|drive)\\b .{3,}|${OR_DROPPED}(?:take|have|like) my (?:coffee|tea|steak|eggs|toast|whisky|whiskey)\\b`,
      'i',
    ),
    unless: /\bwould\b|\byou\b|\bonly (?:\w+ )?(?:it|this|that)\b/iu,
  },
  {
    kind: 'habit',
    pattern: re(
      `(?:\\bI(?:'m|'ve been| am| have been)|^(?:[Bb]een |[Cc]urrently )?)(?: ${ADV})* ?(?:read|reading|rereading|watching|rewatching|binge-?watching|bingeing|binging|playing|replaying|listening to|hooked on|obsessed with) (?!it\\b|this|that|you|with|around|along|games\\b|for\\b|too|way|him\\b|her\\b|them\\b|the (?:news|kids|clock|rain|sky)).{3,}(?:\\b(?:lately|recently|these days|at the moment|right now|all (?:day|week|weekend|month)|a lot|nonstop|non-stop|on repeat|again)\\b|(?<=(?:ing|to|on|with) )\\p{Lu})`,
    ),
    unless: /\byou\b|\bwould\b/iu,
    importance: 5,
  },
  {
    kind: 'habit',
    pattern:
      /\bI(?:'ve been|'m| am| have been)(?: \w+)? (?:reading|rereading|watching|rewatching|bingeing|binging|playing|listening to) (?!TV\b|Dad|Mum|Mom)\p{Lu}\p{L}+/u,
    importance: 5,
    unless: /\byou\b/iu,
  },
  // ---- body
  {
    kind: 'health',
    pattern:
      /\b(?:my|the) (?:left |right |lower |upper |bad )?(?:knee|back|neck|shoulder|hip|ankle|wrist|elbow|foot|feet|leg|arm|hand|jaw|tooth|teeth|ear|stomach|chest)s?(?:'s|'ve| is| are| has| have|)(?: been| keeps?| always| still| really)* (?:kill(?:s|ing)?|hurt(?:s|ing)?|ach(?:es|ing|ey)|bother(?:s|ing)?|sore|play(?:s|ing) up|act(?:s|ing) up|flar(?:es|ing) up|swollen|stiff|numb|giving me)\b.*\b(?:lately|again|for (?:a |\w+ )?(?:days?|weeks?|months?|years?|ages)|since|always|every|recently|these days|all (?:week|month|day))\b|\b(?:knee|back|neck|shoulder|hip|ankle|wrist)(?:'s| has| keeps)(?: been)? (?:killing|hurting|bothering|acting|playing)\b.*\b(?:lately|again|for|since|recently)\b/iu,
    unless: NOT_YOU,
  },
  {
    kind: 'health',
    pattern:
      /\bhad (?:my|an?|two|three|four|all my) (?:\w+ ){0,2}?(?:tonsils|appendix|wisdom teeth|tooth|teeth|gallbladder|kidney|hip|knee|mole|cyst|cataracts?|adenoids|spleen|thyroid)(?: \w+)? (?:out|removed|replaced|fixed|pulled|done)\b/iu,
    unless: NOT_YOU,
  },
  {
    kind: 'health',
    pattern:
      /\b(?:trouble|problems?|hard time) sleeping\b|\bhaven't (?:slept|been sleeping) .{0,20}(?:for|in|since|lately)\b|\b(?:migraines?|headaches?|heartburn|dizzy spells|palpitations) (?:for|since|every|all|lately|again)\b/iu,
    unless: NOT_YOU,
  },
  {
    kind: 'health',
    pattern: re(ILLNESS, 'i'),
    unless: /\byou\b|\bif\b|\bheard\b|\bdrums?\b/iu,
    subjects: ['user', 'third', 'we'],
  },
  {
    kind: 'health',
    pattern:
      /\b(?:diagnosed|surgery|operation|broke my|sprained my|tore my|fractured|dislocated|twisted my|pulled a|root canal|wisdom teeth|braces|contact lenses|I wear glasses|hearing aid|blood pressure|medication|meds|prescri\w+|physio(?:therapy)?|doctor says|dentist says|doctor told|(?:ankle|knee|back|wrist|hip|shoulder|elbow) (?:surgery|replacement|injury)|stitches|in a cast|on crutches|iron tablets|chemo|remission|transplant|transfusion)\b|\bI(?:'m| am) (?:deaf|blind|lactose|coeliac|diabetic|anaemic|anemic|short-sighted|pregnant|recovering|in recovery)\b|\bI (?:have|get|suffer from|take|inject|live with) (?:\w+ ){0,3}(?:migraines?|seizures|panic attacks|cramps|pills?|tablets|insulin|attacks|flare-ups|condition|syndrome|disease|disorder)\b/iu,
    unless: NOT_YOU,
  },
  {
    kind: 'health',
    pattern:
      /\bI (?:wear|need|use) (?:\w+ ){0,4}(?:glasses|lenses|gloves|brace|splint|cane|crutch|wheelchair|inhaler|insoles|mask|aids?|earplugs|compression)\b|^(?:\w+ )?ones, from\b/iu,
  },
  // ---- habits
  {
    kind: 'habit',
    pattern:
      /\b(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|\d+) [\w ]{2,18}(?: a| per| every| each) (?:day|week|month|night|year|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\b/iu,
    unless: /\byou\b|\bonce upon\b|\bcost\b|\brent\b/iu,
  },
  {
    kind: 'habit',
    pattern:
      /\bI've been (?:learning|training|studying|saving|writing (?:a|my)|building|restoring|taking (?:\w+ )?(?:lessons|classes)|going to|dating|seeing|volunteering|teaching|practi[sc]ing|playing|collecting|working (?:at|as|for|on my)|trying to (?:learn|quit|stop|cut|lose)) .{4,}/u,
    importance: 6,
    unless: /\byou\b/iu,
  },
  {
    kind: 'habit',
    pattern: /\bI used to (?!live|work|be |teach|run a|it\b|this\b|that\b)\w+ .{3,}/u,
    superseded: true,
    importance: 7,
  },
  {
    kind: 'habit',
    pattern:
      /\b(?:day|week|month|year) [\w-]+ (?:without|of no|off(?: the)?|sober|clean)\b|\b(?:days|weeks|months|years) (?:without|sober|clean|smoke-free|alcohol-free|sugar-free|off (?:the )?(?:cigarettes|booze|sugar|caffeine|coffee))\b/iu,
    unless: /\byou\b/iu,
  },
  {
    kind: 'habit',
    pattern: re(
      `${OR_DROPPED}(?:quit|gave up|given up|stopped|kicked|cut out|swore off|sworn off|went (?:vegan|vegetarian|teetotal|cold turkey)|gone (?:vegan|vegetarian)|no longer|don't .{2,30} any ?more|used to|haven't (?:smoked|drunk|had|eaten|touched) .{0,30}(?:since|for|in))\\b`,
      'i',
    ),
    unless:
      /\bused to (?:it|this|that|the)\b|\bstopped (?:by|raining)\b|\bused to (?:live|work|be)\b|\bquit my job\b|\bgave up (?:on|my seat)\b/iu,
    importance: 8,
  },
  {
    kind: 'habit',
    pattern: re(
      `\\b(?:I|we|my|mine|me)\\b.*\\b(?:every (?:single )?(?:other )?(?:\\w+day|day|morning|night|evening|week|weekend|month|year|time|spring|summer|autumn|winter|lunch|january|december)|each (?:morning|night|day|week|year|\\w+day)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|on weekends|at weekends|once a (?:week|month|day|year)|twice a (?:week|day|month|year)|\\w+ times a (?:week|day|month)|nightly|religiously|without fail|first thing in the morning|before (?:bed|breakfast|work|dawn|sunrise)|after (?:work|dinner|lunch)|most (?:mornings|evenings|days|nights|weekends)|year-round|as a rule|since I was|since childhood|all my life)|^(?:every|each) (?:single )?(?:morning|night|evening|day|\\w+day|week|weekend|year|spring|summer|autumn|winter)\\b|\\bI(?:'m)? (?:always|usually|never|normally|typically|tend to|generally|rarely|often|regularly)\\b|\\bmy (?:daily|nightly|weekly|morning|evening|sunday|bedtime) (?:routine|ritual)\\b|\\bI(?:'ve)? been .{3,40} (?:for (?:\\w+ )?(?:years|months|weeks|ages|decades)|since)\\b|\\bI don't (?:smoke|drink|drive|cook|vape|eat|use|own|watch)\\b|\\bI keep a\\b`,
      'i',
    ),
    unless:
      /\bI(?:'m)? (?:always|never) (?:know|knew|thought|wondered|wanted|said|learn|get|been so)\b|\byou\b|\bevery time you\b|\bwould\b|\bI never lived\b|\beach other\b/iu,
  },
  // ---- things
  {
    kind: 'possession',
    pattern: re(
      `${OR_DROPPED}(?:own|bought|got myself|treated myself|inherited|collect|collected|restored|built|acquired|won|adopted|have (?:been collecting|a collection)|drive an?|ride an?|play on an?|finally bought|just bought|saved up for|ordered|splurged)\\b`,
      'i',
    ),
    unless:
      /\bwould\b|\bif\b|\bdrive a (?:hard|bargain)\b|\bown (?:it|up)\b|\bfound (?:out|it|that|myself|him|her)\b|\bpicked up (?:on|the phone)\b/iu,
    importance: 6,
  },
  {
    kind: 'possession',
    pattern: re(
      `${OR_DROPPED}(?:have|have got|got|keep) (?:an? |my |two |three |four |five |six |seven |eight |nine |ten |\\d+ |over |about |nearly |some )+(?!(?:question|report|essay|deadline|exam|lab report|feeling|bad feeling|idea|problem|headache|cold|minute|second|moment|favou?r|lot|bit|few|hunch|point|plan|dream|confession|secret|date|chance|while|hard|good|great|bad|rough|long|busy|day|week|weekend|meeting|call|time)\\b)(?!(?:[\\w-]+ ){0,3}(?:story|stories|time|times|blast|trip|game|fun|feeling|idea|plan|chance|day|night|week|weekend|look|chat|talk|go|laugh|cry|break|rest|nap|shower|drink|bite|snack|meal|dinner|lunch|breakfast|moment|experience|memor\\w+|way|reason|point|sense|hope|thought|impact|effect|support|goal|setback|scare|session|list|vibe|respect|appreciation|love|bond|connection|understanding|view|success|skills?|tips?|fight|argument|row|problem|issue|meltdown|panic|craving|headache|cough|fever|hangover|exam|test|quiz|class|lecture|shift|appointment|sleep|win|loss|theory|crisis|moan|rant)\\b)(?:[\\w'-]+ ){0,4}[\\w'-]+`,
      'i',
    ),
    unless:
      /\bwould\b|\bif\b|\bI (?:got|have) (?:an? )?(?:\w+ )?(?:question|idea|feeling|news)\b|\bno\b|\bgot (?:a|an) (?:email|call|text|message)\b|\bdream/iu,
    importance: 6,
  },
  {
    kind: 'possession',
    pattern:
      /\bI(?:'ve| have)? (?:named|called|christened|nicknamed) (?:it|him|her|them|the \w+|my \w+) (?!back\b|on\b|up\b|off\b|out\b)[A-Z\w]+/u,
    importance: 6,
  },
  {
    kind: 'possession',
    pattern:
      /\bmy (?:\w+ ){0,2}(?:car|bike|motorbike|bicycle|van|truck|boat|guitar|piano|camera|telescope|typewriter|watch|record player|sewing machine|tent|kayak|canoe|surfboard|skateboard|tattoo|collection|allotment|garden|greenhouse|violin|cello|drum kit|laptop|keyboard)(?:'s| is| was| has)\b|\b(?:left|gave|gifted|handed down to|passed down to) me (?:his|her|their|a|an|the)\b/iu,
    unless: /\b(?:late|dead|slow|flat|at the garage)\b|\?/iu,
    importance: 6,
  },
  // ---- skills
  {
    kind: 'possession',
    pattern:
      /\bI (?:really |actually )?don't (?:even )?(?:have|own) (?:an? |any )(?!idea|clue|choice|minute|second|problem|plan|favou?rite|lot|good|word|reason|say|single clue|time|energy|thing)\w+/iu,
    importance: 6,
  },
  {
    kind: 'skill',
    pattern: /\bI can (?!see|hear|feel|imagine|tell|understand|say|think|believe|help|try)\w+ .{3,}/u,
    asked: /\b(?:talent|skill|can you|party trick|good at|special)\b/iu,
  },
  {
    kind: 'skill',
    pattern: re(
      `${OR_DROPPED}(?:play|plays|played|learning|learn|learnt|learned|studying|practis(?:e|ing)|practic(?:e|ing)|teaching myself|taught myself|can (?:play|speak|juggle|knit|sew|swim|ski|skate|cook|bake|whistle|sing|ride|drive|sign|fix|draw|read)|speak|fluent in|sing|sing in|knit|crochet|sew|paint|draw|sketch|juggle|carve|climb|surf|ski|skate|skateboard|snowboard|fence|box|row|sail|dive|scuba|embroider|write (?:poetry|poems|songs|stories|fiction|a blog)|do (?:pottery|yoga|karate|judo|ballet|parkour|archery|calligraphy|origami|woodwork|photography|improv|stand-up))\\b(?! (?:it by ear|along|a joke|a trick|the fool|with fire|to my advantage))|^${INSTRUMENT}\\b|\\bI can't(?: ${ADV})* (?:swim|drive|cook|ride|whistle|sing|dance|ski|play|skate|read music|draw|knit|sew|juggle|speak|do a)\\b|\\bI(?: ${ADV})* don't(?: ${ADV})* (?!know|think|mind|care|want|believe|get|understand|remember|see|mean|suppose|feel|have|blame|need|like|love|enjoy|trust|do|even|hate|wish|agree|say|tell|ask|worry|expect|recall|buy|sound|look|seem)[a-z]+(?: (?:at all|any ?more|much|meat|\\w+))?(?=$|,)|\\bnever learn(?:ed|t) to\\b|\\bplay (?:the )?${INSTRUMENT}`,
      'i',
    ),
    unless:
      /\bwould\b|\bif I\b|\byou\b|\bwant to\b|\bplay(?:ed)? (?:dead|hide)\b|\blearn(?:ed|t|ing)? (?:that|to (?:live|be|love|let|accept|trust|cope)|the hard|a lot|my lesson|so much|some|about|from|more|new|it|how (?:much|important|to (?:be|market|cope|deal|let)))\b|\bplay(?:ed|s|ing)? (?:games|with|around|a (?:big|huge|key|major) (?:role|part)|along|in the|for (?:a|the|my))\b|\bdraw the line\b|\bspeak(?:ing)? of\b/iu,
  },
  // ---- aims
  {
    kind: 'goal',
    pattern: re(
      `${OR_DROPPED}(?:want to|wanna|hope to|hoping to|plan to|planning to|planning a|aim to|aiming to|am determined to|determined to|training for|training to|saving (?:up )?(?:for|to)|working (?:on|towards?)|writing|building|restoring|preparing (?:for|to)|revising for|studying for|decided to|have decided to|thinking of (?:\\w+ing)|dream of|dreaming of|always wanted to|on a mission to|applying (?:to|for)|applied (?:to|for)|signed up (?:for|to)|trying to (?:learn|quit|lose|save|read|write|get into|cut|become|run|stop))\\b(?! (?:it|that|this)$)|\\bmy (?:goal|dream|ambition|new year's resolution|resolution|bucket list|aim|plan)(?:'s| is| has)\\b`,
      'i',
    ),
    unless:
      /\bwant to (?:know|hear|ask|talk|say|sleep|die|cry|scream|go home|go to bed|be alone|kill)\b|\bwould\b|\byou\b|\bwriting (?:to you|this)\b|\bthe King\b/iu,
  },
  // ---- what happens
  {
    kind: 'event',
    pattern:
      /\bI(?:'ve| have)(?: (?:only|already|actually|just|still))?(?: never)? been to (?!Hell\b)\p{Lu}\p{L}+/u,
    importance: 5,
    unless: /\byou\b/iu,
  },
  {
    kind: 'plan',
    pattern:
      /\b(?:I|[Ww]e)(?:'ve| have)?(?: just| finally| already)* (?:booked (?:a|an|our|my|the|two|flights|tickets|time)|(?:bought|got|have) tickets (?:to|for)|reserved a)\b/u,
    unless: /\byou\b|\bwould\b/iu,
  },
  {
    kind: 'plan',
    pattern:
      /^the (?<what>flight|train|ferry|appointment|interview|wedding|funeral|operation|surgery|exam|move|baby|party|concert|gig|race|hearing)(?:'s| is) (?<when>(?:on|at|due|in|next|this|tomorrow)\b.*)/iu,
    time: 'future',
    say: "The user's $what is $when",
    unless: /\byou\b/iu,
  },
  {
    kind: 'plan',
    pattern:
      /^(?:and |but |so |also |plus )*(?:mum|mom|dad|gran|grandma|grandpa|grandad|nan|nana|granny|auntie \w+|aunt \w+|uncle \w+)(?:'s|'ll| is| has| will)? (?:\d+(?:st|nd|rd|th)|birthday|wedding|surgery|operation|coming|visiting|turning|turns|flying|moving|retiring|getting|going|having|arriving|leaving|staying|starting|starts)\b/iu,
    time: 'future',
    subjects: ['third'],
    unless: /\byou\b/iu,
  },
  {
    kind: 'plan',
    pattern:
      /\b(?:I|I'm|I've|I'll|we|we're|we'll|we've|my|our|got|have|having|going|seeing|flying|driving|meeting|starting|moving|off to|due|booked|heading|visiting|running|taking|doing|performing|speaking|hosting)\b/iu,
    time: 'future',
    unless: /\b(?:you|see you|weather|forecast|rain)\b/iu,
    subjects: ['user', 'we', 'third'],
  },
  {
    kind: 'event',
    pattern:
      /\b(?:I|we|my|our|me|us)\b|^(?:Went|Saw|Had|Got|Bought|Took|Met|Finished|Ran|Did|Made|Passed|Failed|Started|Spent|Lost|Found|Won|Flew|Drove|Ate|Slept)\b/u,
    time: 'past',
    unless: /\b(?:you|dreamed|dreamt|a dream|weather)\b/iu,
    subjects: ['user', 'we', 'third'],
  },
  {
    kind: 'event',
    pattern:
      /(?:\bI |^)(?:finally |just |officially |only just )*(?:passed|graduated|finished|published|won|ran|completed|got (?:cast|picked|chosen|engaged|married|into|accepted|promoted|a tattoo|my (?:licence|license|degree|results|driving))|became|adopted|sold|launched|joined|climbed|failed|visited)\b/iu,
    unless: /\b(?:you|would|if|lost (?:it|track|count)|saw (?:it|that)|broke down laughing)\b/iu,
  },
  {
    kind: 'other-person',
    pattern: /^(?:\S+\s+){2,}\S+/u,
    predicate: STATE,
    subjects: ['third'],
    importance: 5,
    unless:
      /\b(?:says hi|said hi|lol|haha|shut up|you)\b|\b(?:does|did|is|was|has|would|can|do)$|'d\b|\b(?:would|could|might)\b/iu,
  },
]

const answers: AnswerRule[] = [
  {
    kind: 'name',
    question:
      /\b(?:his|her|its|their)\b.{0,12}\bnames?\b|\b(?:he|she|it|they) called\b|\bname of\b|\bcall (?:him|her|it|them)\b/iu,
    answer: re(
      `^(?:(?:It's|He's|She's|They're|His name is|Her name is|His name's|Her name's|Called|Named|I call (?:him|her|it)) )?${NAME}(?=$|[,. ])`,
    ),
    say: '$third is named $name',
    third: true,
  },
  {
    kind: 'name',
    question: /\byour (?:first |full |real )?name\b|\bcall you\b|\bwho are you\b/iu,
    answer: re(`^(?:(?:It's|I'm|Just|Call me|My name's|My name is) )?${NOT_NAME}${NAME}(?=$|[,.])`),
    say: "The user's name is $name",
  },
  {
    kind: 'age',
    question: /\bhow old (?:is|are) (?:he|she|it|they|your)\b/iu,
    answer: re(
      `^(?:He's|She's|It's|They're|Just|Only|Nearly|Almost|About)?.{0,12}?(?<n>${NUMBER_WORD})`,
      'i',
    ),
    say: '$third is $n years old',
    third: true,
  },
  {
    kind: 'age',
    question: /\bhow old (?:are|will) you\b|\byour age\b/iu,
    answer: re(`(?<n>${NUMBER_WORD})`, 'i'),
    say: 'The user is $n years old',
  },
  {
    kind: 'birthday',
    question: /\byour birthday\b|\bwhen were you born\b/iu,
    answer: /\d|january|february|march|april|may|june|july|august|september|october|november|december/iu,
    say: "The user's birthday is $answer",
  },
  {
    kind: 'birthday',
    topic: /\bmy birthday\b/iu,
    question: /\bwhen(?:'s| is)(?: it| that| the (?:big )?day| yours)\b|\bwhat (?:day|date)\b/iu,
    answer: /\d|january|february|march|april|may|june|july|august|september|october|november|december/iu,
    say: "The user's birthday is $answer",
  },
  {
    kind: 'residence',
    question:
      /\bwhere (?:were|did) you (?:live |living |based )?before\b|\bwhere did you (?:live|move from|come from)\b/iu,
    answer: /^(?<answer>(?:in |from )?[A-Z].*)/u,
    say: 'The user used to live in $answer',
    superseded: true,
  },
  {
    kind: 'residence',
    question:
      /\bwhere (?:\w+ ){0,3}?(?:do you live|are you (?:based|living|now)|did you move|you living)|\bwhere(?:'s| is) ['"‘]?(?:here|home)|\bwhere to\b|\bwhich (?:city|town)\b/iu,
    answer: /^(?<answer>(?:[\w-]+ ){0,6}?(?:in |near |outside |on )?[A-Z].*)/u,
    say: 'The user lives at: $answer',
  },
  {
    kind: 'origin',
    question:
      /\bwhere (?:are you|do you come|did you grow up|you) ?from\b|\bwhere did you grow up\b|\bhome ?town\b/iu,
    answer: /[A-Z]/u,
    say: 'The user is from $answer',
  },
  {
    kind: 'job',
    question:
      /\bwhat do you do(?: (?:for (?:a living|work)|all day|then|there|again))?$|\bwhat do you do\?$|\b(?:for a living|for work|your job|line of work)\b|\bwhere do you work\b/iu,
    answer: re(
      `\\b(?:${JOB})\\b|\\b(?:work|run|own|shop|studio|office|company|firm|hospital|school|college|university|caf[eé]|bakery|clinic|warehouse|factory|freelance|retired|unemployed|student|nothing|nights|shifts|depot|garage|lab|kitchen|farm)\\b`,
      'i',
    ),
    say: "The user's work: $answer",
  },
  {
    kind: 'school',
    question:
      /\bwhat (?:are you|do you) study|\bwhat(?:'s| is) your major\b|\bstudying what\b|\bwhat (?:year|course|subject)\b/iu,
    say: "The user's studies: $answer",
  },
  {
    kind: 'allergy',
    question: /\ballerg/iu,
    answer: /^(?!no\b|none|nope|not)/iu,
    say: 'About allergies, the user answered: $answer',
  },
]

export const en: LanguageData = {
  tagQuestion:
    /,? (?:you know(?: that| what I mean)?|right|eh|huh|okay|ok|isn't it|don't you think|if you know what I mean)\?$/iu,
  clauseBreak:
    /;\s*|, (?=(?:I'm|I've|I'll|he's|she's|she'll|he'll|my)\b)|\s+[–—-]{1,2}\s+|—|, (?=(?:now|but|so|and then|though|although|except)\b)|,? (?=and (?:I|I'm|I've|my|he|she|his|her|they|it's|we|the)\b)|: /giu,
  speechIntroduction:
    /(?:\b(?:say|says|said|saying|goes|went|told|tells|asked|wrote|writes|texted|posted|quote|line|lyrics?|sings?|sang|shouted|yelled|called|titled|like|reads?|caption|bio|status|review|headline|sign|motto|was|is)\b|[:,])[\s:,(]*$/iu,
  speech: /\b(?:I|I'm|I've|I'd|I'll|my|me|we|you|your|our|is|are|was)\b|[,.!?/]/u,
  longQuote: 28,
  shortQuote: 12,
  asideKept: /\bI'm\b|\bmy\b|\ballergic\b|\d/iu,
  colonSpeech:
    /(?<!\b(?:confession|update|news|facts?|truth|thing|things|note|remember|important|intro\w*|about me|strangers|to know|me|ok|okay|here goes|reminder|correction|honest\w*|secret|problem|basics|plans?|situation|point|records?|list|this|true|answer|context|background|bit|short|start|so|first|hi|hello|hey)\b[^\n.!?:]{0,40}):(?= (?:I|I'm|I've|I'd|my)\b)[^\n]*/giu,
  pasteIntroduction:
    /(?:^|[.!?\n] ?)(?:please |can you |could you |hey,? )*(?:help me )?(?:write|draft|compose)\b[^\n:]{0,60}:|(?:^|[.!?\n] ?)(?:please |can you |could you |hey,? )*(?:translate|summari[sz]e|proofread|rewrite|check|fix|explain|read|edit|look at)\b[^\n]{0,40}[:\n]|\b(?:here's|here is|this is|pasting|copy-?paste|from|forwarded)\b[^\n]{0,40}(?:email|article|text|message|passage|review|post|paragraph|letter|bio|profile|poem|essay|cv|ad|page|recipe)[^\n]{0,20}[:\n]/iu,

  frames: {
    question:
      /\?|^(?:so |and |but |ok |okay |hey,? )*(?:what|who|whose|where|when|why|how|which|do|does|did|is|are|was|were|am|can|could|would|will|should|have|has|shall) (?:i|you|he|she|it|they|we|the|my|your|that|this|there|anyone|many|much|long|old|far|s)\b|\b(?:do you (?:think|know|remember|ever)|what do you think|I wonder|wondering (?:if|whether)|any idea|tell me|guess (?:what|who))\b/iu,
    hypothetical:
      /\bif (?:I|you|we|only|he|she|they|my|it|there)\b|\b(?:I|we)(?:'d| would)\b(?! (?:rather|sooner|never (?:been|had)|been|had|drink from|eat)\b)|\b(?:imagine|suppose|pretend|hypothetically|what if|I wish|wish I|would be|would have|could have|in another life|in my dreams|one day I might|maybe I'll|might (?:try|get|be|go|buy)|as if|unless|were to|let's say)\b/iu,
    fictionStarts:
      /\byou be (?:the|a|my)\b|\bI'll be (?:the|your) (?!one\b|first\b|last\b|same\b|death\b|judge\b)\w+(?: \w+)?[,.!]?$|\byou're the [\w ]{2,20}(?:,| and) I'm the\b|\blet's (?:play|continue|carry on|keep going)(?: again| on)?[.!]?$|let's play(?:,|:| (?:pretend|make-believe|out|that|it out|pirates|detectives|house|doctor))|\b(?:role-?play|rp|in our (?:story|game|campaign|world|tale|saga)|(?:continue|resume|keep going with|carry on with|pick up) (?:the|our|with (?:the|our)|this|my|that) [\w' -]{0,24}?(?:story|scene|game|campaign|adventure|tale|plot|thing|quest|saga|voyage|mystery|heist|rp|world|chapter)|where (?:did we leave off|we left off|were we)|back to (?:the|our) (?:story|scene|campaign|game|adventure)|let's (?:write|play|pretend|continue|start|do)\b.{0,30}\b(?:story|scene|campaign|pretend|adventure|game|pirates|roleplay|character)|in character|act as|you play|I(?:'ll| will)? play (?:a|an|the) (?!\w*(?:piano|guitar|bass|violin|viola|cello|drums?|ukulele|banjo|mandolin|flute|clarinet|sax|trumpet|trombone|tuba|horn|oboe|bassoon|harp|accordion|harmonica|fiddle|bagpipe|recorder|keyboard|organ|synth|sitar|lottery|long|game|field|market|stock|radio|record|same|song|album|odds|part)|(?:double bass|french horn|tin whistle)\b)\w+|my character|our (?:story|campaign)|scene(?=:)|setting(?=:)|once upon a time|(?:today |tonight |now )?I(?:'m| am) (?:Captain|Sir|Lord|Lady|Queen|King|Princess|Prince) \w+|ahoy|D&D|dungeons and dragons)\b/iu,
    fictionEnds:
      /\b(?:out of character|ooc|back to (?:reality|real life|the real world)|in real life|irl|real talk|real world|pause the (?:story|game|scene)|end (?:of )?scene|stepping out|break(?:ing)? character|that's enough story|let's stop (?:the|here)|for real(?: though)?|real-life question|the real me)\b/iu,
    fictional:
      /\bI(?:'m| am) (?:now )?(?:the|an?) (?:[\w-]+ ){0,2}(?:queen|king|prince|princess|knight|wizard|witch|sorcer\w+|dragon|vampire|werewolf|ghost|pirate|elf|dwarf|orc|mage|assassin|android|cyborg|mermaid|alien|demon|goblin|emperor|empress|bounty hunter|space captain)\b|\b(?:sword|dagger|castle|throne|kingdom|dungeon|potion|spell|curse|spaceship|starship|mutiny|betrayed me|exiled)\b|\b(?:in (?:the|my|this) (?:story|game|novel|movie|film|show|book|dream|campaign)|my (?:character|avatar|oc|villager|sim|wizard|paladin|protagonist|narrator|hero)|I (?:dreamed|dreamt|had (?:a|the weirdest|the strangest|this) (?:\w+ )?dream)|in-game|level \d+|the protagonist|the narrator|stardew|minecraft|skyrim|animal crossing)\b/iu,
    madeUp:
      /\b(?:protagonist|main character|antagonist|villain|heroine|narrator|side character|love interest|backstory|plot (?:twist|hole|line)|fan-?fic(?:tion)?|screenplay|role-?play|NPC|dungeon master|D&D|stardew|minecraft|skyrim|animal crossing|the sims|zelda|humming|lyrics?|chorus|the song goes|my (?:character|oc|sim|villager|paladin|rogue|wizard|druid|bard|elf|dwarf|hero|fic)|in (?:the|my|this|our|that) (?:story|novel|film|movie|script|comic|manga|anime|dream)|(?:had|having) (?:a|the|this|another|that) (?:\w+ ){0,3}?(?:dream|nightmare)|I dream(?:ed|t)\b|what if|imagine (?:I|you|we|if|being)|hypothetically|let's say|quote (?:from|of)|the (?:line|quote|bit) (?:from|where)|from (?:the|a|that) (?:film|movie|novel|song|poem|musical)|in (?:this|my|the|a|that) (?:video )?game,? I|in another life)\b/iu,
    backToOwn:
      /\b(?:anyway|by the way|btw|irl|real life|back to (?:reality|me)|as for me|me personally|real talk)\b/iu,
    joke: /\bmade (?:that|it|all of it|all that|this) up\b(?<!n't \w{0,9} ?make)|\byour face\b|\byou (?:actually |really )?(?:believed|fell for) (?:me|that|it)\b|^(?:lol |haha |no,? )*no,? I(?:'m| am) not(?: really)?$|\b(?:psych|syke)\b|\balmost had you\b|\bin my dreams\b|\bfooled you\b|\bthat was a lie\b|\b(?:okay|ok) fine, (?:it's|I'm|I)\b|\b(?:just )?(?:kidding|joking|messing with you|pulling your leg|teasing)\b|\bjk\b|\b(?:it|that)'s a joke\b|\b(?:that|it) was (?:a|just a) joke\b|\bI made (?:that|it|all that) up\b|\bI'm lying\b|\bI lied\b|\bnot (?:really|true)$|\bjokes aside\b|\bApril Fool|\bgotcha\b|\bhad you (?:there|going)\b|\bnone of that is true\b/iu,
    sarcasm:
      /\b(?:sarcasm|sarcastic(?:ally)?|irony|ironic(?:ally)?)\b|(?:^|\s)\/s\b|^(?:oh )?(?:yeah|sure|yes|great|right|wonderful|fantastic|brilliant),? (?:right|because|sure|I (?:just )?(?:love|adore|live))\b|^oh (?:sure|great|yes|joy|goody|yay|wonderful)\b|\bbecause (?:obviously|clearly) I\b|\bas if\b|\bsaid no one\b|\bmy favou?rite (?:thing|activity|hobby)[,.] (?:obviously|clearly|not)\b/iu,
    sarcasmNamed: /\bsarcas\w+|\birony\b|\bironic\w*/iu,
    notMine:
      /\b(?:lyrics?|chorus|verse|song (?:lyric|line)|line from|quote from|quoting|from a (?:song|poem|book|film|movie|play|show)|it's a (?:song|poem|quote|line)|that's (?:a|the) (?:song|lyric|line|quote|poem|chorus)|not my words|a poem|opening line|stuck in my head|from the (?:musical|song|movie|film|book))\b/iu,
    reported:
      /\b(?:they say|people say|I (?:heard|read) (?:that|about|somewhere|an)|apparently|according to|rumou?r has it|the (?:news|article|paper|internet|book|blog) (?:says|said)|some people|someone (?:said|told|asked)|everyone (?:says|said)|(?:he|she|they|who|\w+ed) (?:says|said|claims|claimed|told me|reckons|insists|swears))\b/iu,
    imperative:
      /^(?:please |just |could you |can you |ok,? |now )*(?:tell|give (?!me .{3,40} and )|show|help|write|read|sing|explain|recommend|suggest|list|make me|find|translate|summari[sz]e|describe|imagine|guess|wish|cheer|promise|say|talk|stop|stay|wait|listen|look|come|ask|pick|choose|draw|let me|have (?:a|an|fun|the|some)|enjoy|take (?:care|lots|it|your|a|some)|keep (?:it|up|going|on|me|at|that|your|being|doing|pushing)|get (?:well|some|it|a|on)|go (?:for|get|on)|make (?:sure|it|the)|hang|thanks|thank you|good (?:morning|night|evening|afternoon)|hello|hi|hey|bye|see you|wow|lol|haha)\b/iu,
    remember:
      /^(?:(?:ok|okay|oh|so|and|but|also|hey|now|well|right|just|before I forget)[,:]? )*(?:please,? |can you |could you |will you |would you |I (?:need|want) you to |you (?:should|must|have to|need to) |always |do )*(?:(?:remember|make a (?:mental )?note|take (?:a )?note|note down|jot down|keep in mind|bear in mind|don't (?:ever )?forget|never forget|write (?:this|it) down)\b(?! (?:when|how|why|what|where|who|the time|to (?:be|take|keep|have|enjoy|stay|breathe|rest|look|love|believe|trust)|how|you|your|me\b)\b)|(?:for the record|for your (?:records|notes|memory)|important(?: admin| note)?|note to self|one for the notes)(?=[:,—–-]))(?: (?:this one|this|that|for me|one thing|it|please|of this|of it|about me|the following|in mind))*[:,—–-]? ?(?<what>.*)|\b(?<!\b(?:I|we|they|he|she|to|always|will|can't|do you|still|not|just) )(?:please|can you|could you) (?:remember|make a note|note|keep in mind|don't forget)\b(?: (?:this|that|it|for me|please))*[:,—–-]? ?(?<what2>.*)/iu,
    rememberBack: /\b(?:remember|forget|note) (?:that|this|it)\s*(?:,|[—–-]|$)/iu,
    rememberWhy: /^(?:this|that|it|because it matters|it's important)$/iu,
    hypotheticalQuestion:
      /\b(?:who|what|where|how|which)'d\b|\bwould you\b|\bif you\b|\bwhat if\b|\bwould (?:it|they|the)\b|\bimagine\b|\bcould you be\b/iu,
    once: /^(?:back then|in the past|when I was (?:a kid|little|young|younger|small)|as a (?:kid|child|teenager)|years ago)\b(?!.*\bnow\b)/iu,
    past: /\b(?:was|were|had|did|went|got|took|made|came|saw|bought|ate|met|found|lost|broke|ran|won|left|gave|told|said|fell|felt|finished|started|moved|struck|drove|flew|spent|caught|wrote|read|slept|sold|built|\w{3,}ed)\b/iu,
    future:
      /\b(?:will|going to|gonna|'ll|planning|plan to|about to|starting|flying|leaving|visiting|meeting|seeing|moving|due|booked|appointment|I've got|I have|coming up|upcoming|in \w+ days|running|taking|we're|I'm \w+ing|until|deadline|exam|interview|wedding)\b/iu,
  },

  subjects: {
    finders: [
      {
        who: 'user',
        pattern:
          /^(?:[Aa]nd |[Bb]ut |[Ss]o )*(?:[Tt]hey|[Ww]ork|[Mm]anagement|(?:[Mm]y|[Tt]he|[Oo]ur) (?:boss|manager|company|firm|school|hospital|owner))(?:'ve| have| has| just| finally| actually)* (?:promoted|fired|hired|sacked|transferred|laid|made|offered) me\b/u,
      },
      {
        who: 'user',
        pattern:
          /^(?:(?:[Jj]ust|[Ff]inally|[Rr]ecently) )?(?:[Mm]oved|[Ll]iving|[Ss]taying|[Pp]lanning|[Ww]orking|[Mm]oving) (?:back |in |out |away |home |an? |for |with |at )/u,
      },
      // "I broke up with my girlfriend": of the user, and later pronouns may mean her. Not "I think my sister is…".
      {
        who: 'user',
        pattern:
          /^(?:[Aa]nd |[Bb]ut |[Ss]o |[Aa]lso )*(?:I|[Ww]e)(?:'m|'re|'ve| am| are| have)?(?: (?:just|also|still|finally|recently|now|only|never|always|usually|often|been))* (?:runs?|run|own|play|train|teach|adopted|went|argue|broken? up|split up|liv(?:e|ed|ing)|work(?:ed|ing)?|stay(?:ed|ing)?|mov(?:ed|ing)|share|sharing|cook(?:ed|ing)?|look(?:ing)? after|tak(?:e|ing) care of|met|visit(?:ed|ing)?|with|married|engaged|dating)\b/u,
      },
      {
        who: 'third',
        pattern: re(
          `^(?:[A-Z]?[\\w'’-]+ ){0,6}?(?<person>(?:[Mm]y|[Oo]ur)(?: (?!(?:and|is|was|are|the|to|in|of|for|with)\\b)[\\w'-]+){0,3}? (?:${PERSON}|${PET})s?(?:'s? (?:([\\w-]+) ){0,2}?(?:${PERSON}|${PET}))*(?:,? [A-Z][\\p{Ll}]+)?)\\b(?!'s (?:house|place|number|birthday|wedding|party|flat))(?!-)`,
        ),
      },
      {
        who: 'third',
        pattern:
          /^(?:and |but |so |also |plus |turns out |apparently )?(?<person>Mum|Mom|Dad|Gran|Grandma|Grandpa|Grandad|Nan|Nana|Papa|Mama|Auntie \p{Lu}\p{Ll}+|Uncle \p{Lu}\p{Ll}+|Aunt \p{Lu}\p{Ll}+)(?:'s)?\b/iu,
      },
      {
        who: 'third',
        pattern: re(
          `^(?:[Aa]nd |[Bb]ut |[Ss]o )*(?<person>[Tt]he (?:${PET}|baby|twins|kids)|[Tt]he (?:new |old |young |nice )?(?:guy|man|woman|lady|couple|kid|girl|boy|family|bloke|old man|old lady)(?: (?:next door|upstairs|downstairs|opposite|across the (?:road|street|hall)|at (?:work|the \\w+)|on the corner|from work))|[Ss]omeone at work|[Tt]he (?:\\w+ )?(?:barista|baker|butcher|waiter|waitress|librarian|bus driver|caretaker|doorman|receptionist|cashier|chef|cook|gardener|owner|nurse|guard|instructor|teacher|boy|girl|guy|man|woman|lady|kid) (?:at|in|from|on|down|across) (?:my|our|the) (?:\\w+ )?\\w+)\\b`,
        ),
      },
      { who: 'character', pattern: /^(?:\w+,? ){0,3}?you(?:'re|'ve|'ll|'d|r)?\b/iu },
      {
        who: 'third',
        pattern: re(
          `^(?:[Aa]nd |[Bb]ut |[Aa]lso |[Pp]lus |[Ss]o |[Bb]ecause |[Aa]pparently )*(?<person>(?:[Hh]is|[Hh]er|[Tt]heir) (?:([\\w-]+) ){0,2}?(?:${PERSON}|${PET}))\\b`,
        ),
        relative: true,
      },
      {
        who: 'third',
        pattern:
          /^(?:and |but |also |plus |though |so |because |luckily |sadly |now |then |yes,? |no,? |yeah,? )*(?<person>he|she|they|his|her|their)(?:'s|'re|'ll|'d|'ve)?\b/iu,
        pronoun: true,
      },
      { who: 'user', pattern: /^it(?:'s| is| was)(?: just| only| not| mostly)? (?:that|because) I\b/iu },
      {
        who: 'third',
        pattern:
          /^(?:and |but |also |plus |though |so |because |now |then )*(?<person>it|its)(?:'s|'ll|'d)?\b/iu,
        pronoun: true,
        thing: true,
      },
      { who: 'we', pattern: /^(?:[\w',-]+ ){0,4}?(?:we|we're|we've|we'll|let's)\b/iu },
      { who: 'user', pattern: /\b(?:I|I'm|I've|I'd|I'll|me|my|mine|our|us)\b/u },
    ],
    name(person) {
      if (
        /^the (?:new |old |young |nice )?(?:guy|man|woman|lady|couple|kid|girl|boy|family|bloke|old)|^someone/iu.test(
          person,
        )
      )
        return person.toLowerCase()
      if (/^(?:my|our)\b/iu.test(person)) return person.replace(/^(?:my|our)\b/iu, "the user's")
      if (/^(?:(?:he|she|that|it)(?:'s| is) )?(?:a|an|the) /iu.test(person))
        return `the user's ${person.replace(/^(?:(?:he|she|that|it)(?:'s| is) )?(?:a|an|the) /iu, '')}`
      return /^(?:mum|mom|dad|gran|grandma|grandpa|grandad|nan|nana|papa|mama)$/iu.test(person)
        ? `the user's ${person.toLowerCase()}`
        : /^[A-Z][\p{Ll}]+ [A-Z]|^[A-Z][\p{Ll}]+$/u.test(person) &&
            !new RegExp(`^(?:${PET}|${PERSON})$`, 'iu').test(person)
          ? person
          : `the user's ${person.charAt(0).toLowerCase()}${person.slice(1)}`
    },
    relative: (owner, person) => `${owner}'s ${person.replace(/^(?:his|her|their|its) /iu, '')}`,
    givenName: /\b(?:called|named|name(?:'s| is)) (?<name>[A-Z][\p{Ll}]+)\b/u,
    mentionedName:
      /\b(?:with|by|and|called|named|met|saw|told|asked|for) (?<name>(?!I\b|Her\b|His\b|He\b|She\b|They\b|My\b|The\b|This\b|That\b|Hey\b|Mum|Mom|Dad|God|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)[A-Z][\p{Ll}]{2,})\b/u,
    mentionedPerson: re(`\\b(?<person>(?:[Mm]y|[Oo]ur) (?:([\\w-]+) ){0,2}?(?:${PERSON}|${PET}))\\b`),
    female: {
      pronoun: /^(?:she|her)$/iu,
      noun: /(?:daughter|sister|mother|mum|mom|wife|aunt|auntie|niece|girlfriend|grandmother|grandma|gran|nan|woman|lady)$/iu,
    },
    male: {
      pronoun: /^(?:he|his|him)$/iu,
      noun: /(?:son|brother|father|dad|husband|uncle|nephew|boyfriend|grandfather|grandad|grandpa|man|guy)$/iu,
    },
    plural: { pronoun: /^(?:they|their)$/iu, noun: /(?:s|children|people|couple|family|men|women)$/iu },
    animal: re(`\\b(?:${PET})\\b`, 'i'),
    bare: re(
      `^(?:(?:he|she|that|it)(?:'s| is) (?=my\\b|our\\b|an?\\b))?(?:(?:my|our|a|an) )?(?!(?:the|he|she|it)\\b)(?:[\\w-]+ ){0,4}(?:${PERSON}|${PET})$`,
      'i',
    ),
    openingName:
      /^(?<name>(?!(?:The|My|Our|This|That|These|Those|There|It|He|She|They|We|You|If|When|And|But|So|Not|No|Yes|Oh|Well|Just|Still|Also|Then|Now|Today|Yesterday|Tomorrow|Last|Next|Every|Some|Someone|Everyone|Nobody|Whoever|Work|School|God|Can|Had|Got|Went|What|Why|How|Who|Only|Even|Maybe|Please|Thanks|Peanut|Turns|Apparently|Honestly|Guess)\b)[A-Z][\p{Ll}]{2,})(?= (?:just |still |also |really |always |never )?(?:\w+s|\w+ed|brought|got|made|took|went|came|had|has|is|was|bought|gave|told|ate|sent|wrote|ran|won|left|keeps|can|can't|won't)\b)/u,
    nextPronoun: /^(?:He|She|His|Her|They)\b/u,
  },

  relationship: {
    agreement:
      /\b(?:new|house|our) rule\b|\bwhenever (?:one|either) of us\b|\bcode ?word\b|\b(?:let's|we'll|we (?:will|could|should|can)|we)\b.{0,60}\b(?:(?:every|each) (?:single |other )?(?:\w+day|day|morning|night|evening|week|weekend|month|year|spring|summer|autumn|winter|christmas|time)|tradition|from now on|promise|anniversary)\b|\b(?:promise me|pinky (?:promise|swear)|it's a (?:deal|promise|date)|let's make (?:it|this|that) (?:a|our)|our (?:thing|tradition|ritual|secret|code|song|word|anniversary)|from now on(?:,)? (?:we|you and I))\b|^(?:every|each) .{3,30} (?:we|you and I)\b/iu,
    proposal:
      /\b(?:let's|shall we|how about we|want to|will you|we could|we should)\b.{4,}\b(?:together|with me|both|us)\b/iu,
    empty: /\b(?:make|call) (?:it|this|that)\b/iu,
    accepted: /\b(?:deal|promise|it's a date|pinky|agreed|shake on it|you're on)\b/iu,
    milestone:
      /\b(?:hundred|\d+|one|two|three|four|five|six|a) (?:hundred )?(?:days|weeks|months|years?) since (?:we|I) (?:first )?(?:met|started|talked|spoke|found)|\b(?:a|one|two|three|six|\d+) (?:whole )?(?:years?|months?|weeks?|days?) (?:ago )?(?:today )?(?:since|that) (?:I|we)(?: first)? (?:said|met|started|talked|spoke)|\b(?:anniversary|first (?:time|said|talked|told|met|message|conversation))\b.*\b(?:you|us|we)\b|\byou(?:'re| are) the (?:first|only) (?:one|person)\b|\bI've never \w+ (?:with|to|like) (?:anyone|anybody)\b|\b(?:never|haven't) told (?:anyone|anybody|a soul)\b|\byou (?:made me|helped me|got me through|were there|talked me)\b/iu,
    unless:
      /\bwe'd\b|\bI'd\b|\bwould\b|\bif (?:I|we|you)\b|\b(?:story|scene|campaign|roleplay)\b|\bdo you (?:think|know)\b/iu,
  },

  wording: {
    user: 'The user',
    self: null,
    vague:
      /\b(?:had one|it|them|this one|that one|the stuff|ones|that)\b(?!'s (?:my|the|a)\b)(?! (?:I|my|the|day|time|way|was|is)\b)/iu,
    vagueAnswer:
      /^(?:every|each|since|for|about|from|only|once|twice|just|last|in|at|on|with|by|two|three|four|five|six|seven|ten)\b(?!.*\bI\b)/iu,
    fragment: /^(?:every|each|one|two|three|a|an|once|twice|since|from)\b/iu,
    about: (words, what) => `${words} (about: ${what})`,
    formerly:
      /^(?:that was (?:before|then|the old me|years ago)|not any ?more|used to be|i used to|in the past)\b.{0,16}$/iu,
    leading:
      /^(?:(?:oh|ah|hey|hi|hello|well|so|anyway|also|and|but|yeah|yes|yep|no|nope|ha|haha|lol|hmm|um|uh|erm|err|umm|uhm|ok|okay|ugh|god|honestly|look|listen|actually|btw|by the way|fun fact|random fact|random|confession|true story|plus|to be fair|in fact|you know|thing is|fine|right|wow|sure|speaking of [^,]{1,30}|fyi|ps|p\.s\.|guess what|you know me|you won't believe (?:it|this)|believe it or not|you'll never guess|you know what|you should know|ooh|oof|phew|aw|good question|fair|correct|exactly|important(?: admin)?|not gonna lie|ngl|turns out|because|except|though|so yeah|i mean|mind you|distraction|big news|news|update|little update|finally)[,.!:;—–-]+\s+|(?:and|but|so|also|well|oh|plus|because|though|except|anyways?|ok|okay|ugh|omg|lol|haha|yeah|yep|hey|hmm|tbh|ngl|fyi|btw)\s+)+/iu,
    trailing:
      /(?:[\s,.!;:…—–-]+|[\s,]+(?:by the way|btw|though|tho|lol|lmao|haha(?:ha)*|tbh|mind you|to be honest|honestly|you know|I swear|I guess|xx?)(?=[\s.!…]*$))+$/iu,
    toThird,
    join: (first, second) => `${first}; ${second}`,
    rest: (said, words) =>
      /\b(?:I|I'm|I've|I'd|I'll|my|me|we|our|mine)\b/u.test(words)
        ? said.charAt(0).toLowerCase() + said.slice(1)
        : words,
    comma: ', ',
    proForm: /\b(?<word>the stuff|them|those|it)\b(?=$|[,.!]| and | so )/iu,
    hollow:
      /\b(?:i|i'm|i've|really|just|do|it|them|the stuff|that|this|actually|honestly|so|much|always|too|absolutely|and|but|totally|either|though|now|ever)\b/giu,
    proPlace: /\bthere\b/iu,
    closedQuestion:
      /^(?:[\w' ]{2,40}[,:] )?(?:(?!.*\b(?:any|anything|something|plans?|events?|have you|or (?:not|what|something|is|are|was|did|do|no|still)|are you (?:ok|okay|sure|tired)|should|shall|can|will|did|was|were|this|that|it|he|she|they)\b)(?:\S+ ){1,6}or (?:\S+ ?){1,4}$|(?:(?:any|what|which|what's your|your|and your|got any|and) )*(?:all-time |absolute )?(?:favou?rite|go-to|comfort|guilty|least favou?rite) .{3,40}$|(?:any |your |the usual |and )?(?:coffee|tea|drink|pizza|breakfast|chippy|karaoke|takeaway|bagel|sandwich|ice cream) (?:order|song|dish|flavou?r|topping|choice)$|(?:(?:any|your|what|which|what's your|do you play an?|play any) )+(?:instruments?|hobb(?:y|ies)|talents?|hidden talent|star sign|blood type|fears?|phobias?|pet peeve|superstitions?|languages?|season|colou?r|sports?|collections?|tattoos?|siblings|pets?|allergies)(?: (?:you can play|you play|you speak|of choice|you have))?$|instrument you can play$|(?:the )?(?:last|first|best|worst|biggest|favou?rite) (?:book|film|movie|song|show|series|album|concert|gig|job|pet|crush|holiday|fear|thing that (?:made|makes) you \w+)(?: you \w+(?: \w+)?)?$|.*\bhow long have you (?:been|had|lived|worked|played|done|known|kept|danced|studied)\b.*|.*\b(?:what|which) (?:instrument|languages?|sport|team|subject|kind of music|colou?r) do you\b.*|.*\bwhat do you (?:play|collect|speak|drive|teach|study)$)/iu,
    quickfire:
      /\b(?:speed round|quick-?fire|rapid-?fire|lightning round|quick (?:questions|round|ones)|this or that|one-word answers?|random questions)\b/iu,
    answered: (question, answer) => `Asked “${question}”, the user answered: ${answer}`,
    yesNo,
    yes: /^(?:yes|yep|yeah|yup|i do|i have|i am|absolutely|of course|definitely|totally|aye|sure do)(?=$|[,.!;—–])/iu,
    no: /^(?:no|nope|nah|never|none|not at all|not really|not any|i don't|i haven't|i'm not|not a single)(?=$|[,.!;—–])/iu,
    is: (name, what) => `${name} is ${what}`,
    emptyAnswer:
      /^(?:the (?:very )?same|only|all of|\w+ly)[.!]?$|^(?:yes|yeah|yep|no|nope|nah|ok|okay|sure|maybe|thanks|thank|idk|dunno|nothing|not|lol|haha|ha|i don't know|you|what|why|how|who|where|when|god|good|great|fine|true|exactly|same|never mind|bye|see|deal|promise|please|stop|me too|guilty|busted|fair|touch|distraction|to|it|that|so|very|oh|probably|both|neither|he|she|they)\b/iu,
    longestAnswer: 60,
  },

  rules,
  answers,
  faults: enFaults,

  corrections: {
    softMarker: /^(?:well,? )?actually,? (?=(?:it's|it is|he's|she's|that's|it was|they're)\b)/iu,
    marker:
      /\b(?:no,? wait|wait,? no|^wait(?=$|[,.…])|no,? sorry|(?:oh|ah|ugh),? sorry(?=,? \w+(?: with(?:out)? .{1,12})?[.!]?$)|(?:wait,? )?I (?:miscounted|misremembered|misread)|scratch that|correction|i misspoke|i mistyped|i typed that wrong|typo|i meant|make that|no, (?=\d{1,3}\b)|sorry,? (?=(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+|\w+day)\b)|sorry,? (?:i meant|that's|it's|not|wrong)|oops|whoops|my mistake|my bad|strike that|i got that wrong|i mixed (?:that|it|them) up|i mean(?=,? (?:\w+day|[A-Z]|\d|the|my|a|at|on|in)\b)|no no|or rather|i stand corrected|well,? I was until|wrong \w+)\b/iu,
    contrast: [
      /(?:it's|it is|he's|she's|that's|i'm|is|are|was|in|on|at|meant)?\s*(?<right>[\w' -]{2,40}?),? not (?:in |on |at |for |an? |the )?(?<wrong>[\w' -]{2,30})$/iu,
      /\bnot (?:in |on |at |an? |the )?(?<wrong>[\w' -]{2,30}?)(?:, but|,| but|\.|;) (?:it's |in |on |at )?(?<right>[\w' -]{2,40})$/iu,
    ],
    rightPrefix:
      /^(?:(?:and|actually|it's|it is|that's|i meant|i mean|make that|it's actually|it was|no|sorry|the|it should be|should be|is|in|on|at)[,:]? )+/iu,
    valueVerb: /(?!)/u,
    slots: [
      /\b\d{1,2}(?:st|nd|rd|th)(?: of \w+)?\b/giu,
      re(`\\b${INSTRUMENT}\\b`, 'gi'),
      /\b(?:(?:last|this|next|on) )?(?:mon|tues|wednes|thurs|fri|satur|sun)day\b/giu,
      /\b(?:january|february|march|april|may|june|july|august|september|october|november|december)(?: \d{1,2}(?:st|nd|rd|th)?)?\b/giu,
      /\b(?:today|tomorrow|yesterday|tonight)\b/giu,
      /\b\d{1,2}(?::\d{2})? ?(?:am|pm)\b/giu,
      re(`\\b${NUMBER_WORD}\\b`, 'gi'),
      /(?<=\b(?:in|to|from|at|near|called|named) )[A-Z][\p{Ll}]+(?: [A-Z][\p{Ll}]+)*/gu,
      re(`\\b(?:${PET})s?\\b`, 'gi'),
      re(`\\b(?:${PERSON})s?\\b`, 'gi'),
    ],
    ended:
      /\b(?:no longer|not any ?more|any ?more|used to|quit|gave up|given up|stopped|left my|moved|relocated|resettled|sold|broke up|split up|divorced|retired|passed away|died|ended|cancelled|dropped out|switched|resigned|laid off|made redundant|(?:got|was|been) (?:fired|sacked|let go)|lost my job|graduated|handed in my notice|changed (?:jobs|careers|schools))\b/iu,
    changes: enChanges,
    never:
      /\bI (?:never|didn't|don't|haven't|am not|was never|have never|do not) (?:actually |really |even )?|\bI've never\b|\bactually,? I(?:'m not| don't| never| have no)\b|\bnot (?:actually|really)\b/iu,
    ofAnother: re(`(?:['’]s?|\\b(?:his|her|their|my)) (?:([\\w-]+) ){0,2}?(?:${PERSON}|${PET})s?\\b`, 'i'),
    content: /[\p{L}\p{N}][\p{L}\p{N}'-]{2,}/gu,
    contentStop:
      /^(?:the|user|user's|never|actually|really|that|was|joke|just|kidding|not|has|had|have|and|but|for|with|does|doesn't|don't|didn't|did|this|from|they|was|is|are|all|been|any|anymore|lived?|lives|living|there|fact|stored)$/iu,
    denial: /\b(?:not|never|no|no longer)\b|n['’]t\b/iu,
    aside:
      /\b(?:the|an?|user(?:['’]s)?|i(?:['’](?:m|ve|d|ll))?|me|my|we|our|to|at|in|on|of|for|with|and|but|or|so|that|this|it|there|do|does|did|am|is|are|was|were|be|been|being|not|never|no|longer|any|more|anymore|actually|really|just|even|ever|always|still|now|again|honestly|anyway|though|too|very|much|quite|either|all|some|\w+n['’]t)\b/giu,
    matter: /\p{L}[\p{L}\p{N}]+/gu,
  },

  characterRules: [
    {
      kind: 'like',
      pattern:
        /\bI(?:'ve| have)?(?: always| really| do| actually| secretly| still)* (?:like|love|adore|prefer|enjoy|loved|hated|feared|sleep|collect|can't bear|keep (?:\w+ )?(?:\w+s)|grew up|was raised|name|carry|own|wear|come from|was made|only ever)\b(?! (?:you|that|it|this|how|the (?:sound|idea|image)|to hear|when you)\b)/iu,
      unless: /\byou(?:r)?\b|\?|\bI'd\b|would/iu,
    },
    {
      kind: 'like',
      pattern: /\bmy (?:own )?favou?rite\b/iu,
      unless: /favou?rite (?:kind|sort|part|type|people|person|human)|\byou(?:r)?\b|\?/iu,
    },
    {
      kind: 'dislike',
      pattern:
        /\bI(?: really| do| actually| secretly)* (?:hate|dislike|can't stand|dread)\b|\bI'm (?:afraid|scared|terrified) of\b/iu,
      unless: /\byou(?:r)?\b|\?|hate to/iu,
    },
    {
      kind: 'habit',
      pattern:
        /\bI (?:always|usually|never|often)\b.{6,}|\bI\b.{3,60}\bevery (?:\w+day|day|morning|night|evening|week|year)\b|\b(?:every|each) (?:morning|night|day|evening|week) I\b/iu,
      unless: /\byou(?:r)?\b|\?|always (?:here|remember|happy)/iu,
    },
    {
      kind: 'trait',
      pattern:
        /\bmy birthday\b|\bI (?:was born|come from|grew up|live in|keep a|have a|own a|can play|play the|speak)\b|\bI'm (?:made of|from|named after)\b/iu,
      unless: /\byou(?:r)?\b|\?|have a (?:question|feeling|plan|theory|point|suggestion|idea)/iu,
    },
  ],
}
