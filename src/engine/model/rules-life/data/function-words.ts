/** Words that say nothing about what a statement is about, by language; what is left of a text are its content words. */

/** Chinese, simplified; longer ones first where one begins another. */
export const ZH_FUNCTION =
  /主人|用户|自己|喜欢|喜爱|热爱|爱好|钟爱|偏爱|更爱|最爱|讨厌|厌恶|害怕|恐惧|擅长|善于|习惯|经常|常常|总是|一直|每天|每周|每晚|每次|每个?月|平时|有时候?|偶尔|最近|现在|目前|以前|从前|昨天|昨晚|今天|明天|前天|上周|上个月|周末|去年|今年|早上|上午|中午|下午|晚上|的时候|时间|正在|已经|开始|觉得|认为|感到|感觉|希望|打算|计划|准备|需要|愿意|珍惜|在意|重视|关系|不再|没有|有点|有一|一[点个只条些名位台把本辆份杯]|一起|一下|那个|这个|什么|怎么|非常|特别|比较|尤其|十分|真的|因为|所以|如果|但是|可是|虽然|还是|或者|而且|然后|对于|关于|事情|东西|人们|别人|大家|可以|应该|能够|不太|不会|不能|不想|不要|想要|喝了|吃了|买了|去了|[的地得了着过在是不没很吗呢吧啊呀哦嗯被把和跟与我你他她它这那就也还又再才更最太给让]/gu

export const EN_FUNCTION: ReadonlySet<string> = new Set(
  (
    'user master like love enjoy hate dislik prefer want need wish hope plan try tri feel felt find found think thought know knew get got gotten go goe went gone going come came make made take took taken ' +
    'keep kept give gave given put say said tell told talk use us usual alwai always often sometim never ever still just alreadi recent late lately dai day daili week weekli weekend month year time todai yesterdai ' +
    'tomorrow morn even evening night afternoon hour minut thing stuff lot bit kind sort veri much mani more most less new old good bad great nice big small littl long short whole own first last next ' +
    'favorit favourit regular habit alwai interest care mind enjoi start began begin continu stop quit long well back awai away around again also too peopl person someon anyon everi day have has had do doe did done be been ' +
    'worri afraid scare avoid skip fond loved likes keen realli quit pretti rather almost work live life'
  ).split(/\s+/),
)

/** Japanese words in kanji that only frame a statement. */
export const JA_FUNCTION =
  /主人|自分|好き|大好き|嫌い|苦手|得意|最近|毎日|毎朝|毎晩|毎週|週末|昨日|今日|明日|先週|来週|今年|去年|時間|時々|一番|本当|全部|途中|一人|今|時|日|人|事|物|気|方|中|前|後|私|僕|俺|思|言|行|来|見|食|飲|買|使|持|出|入|作/gu
