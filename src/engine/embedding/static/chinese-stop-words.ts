/** Chinese words that say nothing about what a text is about, in simplified characters. */
const lists = `
的 地 得 了 着 过 吗 呢 吧 啊 呀 嘛 哦 嗯 哈 啦
我 你 您 他 她 它 我们 你们 他们 她们 它们 咱们 自己 大家 别人 人家
这 那 这个 那个 这些 那些 这里 那里 这样 那样 这么 那么 此 其 某
什么 怎么 怎样 怎么样 为什么 哪 哪里 哪儿 哪个 哪些 谁 多少 几 何 何时 什么时候 如何
干什么 什么事 什么人 什么样 什么的 没什么 怎么了 怎么办 怎么回事 怎么着 何处 何在 几个 几次
是 有 没 没有 不 不是 在 会 能 可以 可能 应该 要 让 被 把 给 对 向 从 到 由 于 跟 和 与 或 及 以 为 为了 因为 所以
但 但是 可是 不过 而 而且 如果 虽然 还是 或者 并 并且 然后 就 就是 都 也 还 又 再 才 只 很 太 最 更 比较 非常 真 挺
已经 正在 曾经 一直 总是 经常 一下 一点 一些 一个 每 各 个 次 种 样 件 位 名
吧 呗 嘿 喂 之 所 等 等等 里 上 下 中 内 外 后 前 时 时候 当 用 说 叫 来 去 做 想 知道 觉得
`

export const chineseStopWords: readonly string[] = lists.trim().split(/\s+/)
