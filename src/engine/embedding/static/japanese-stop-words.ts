/** Japanese words that say nothing about what a text is about, as far as the table has them. */
const lists = `
する して した しない させ させて される され しよう いる いた いない ある あった あり ない なく なかった なる なって なった
こと もの ところ とき ため ので のに から まで だけ ほど など ばかり ばか くらい ぐらい よう ように ような そう
しまう しまっ しまった くる きた くれる くれ もらう もらっ もらえ あげる おく おいて みる みた つもり はず せい おかげ わけ
これ それ あれ この その あの ここ そこ どこ だれ なに なん 何で どう どんな どの どれ いつ なぜ どうして いくつ いくら
まだ もう また とても すごく かなり ずっと いつも たまに ときどき よく 少し ちょっと たくさん いろいろ つい
自分 について として にとって という
`

export const japaneseStopWords: readonly string[] = lists.trim().split(/\s+/)
