/** Families of words: food and drink. */
import type { ConceptWords } from './concept.ts'

export const foodConcepts: Readonly<Record<string, ConceptWords>> = {
  tea: {
    zh: '茶 龙井 普洱 乌龙 铁观音 毛尖 大红袍 碧螺春 白毫 茶叶 茶馆 茶壶 泡茶 伯爵',
    en: 'tea oolong matcha earl_grey darjeeling pu-erh chai teapot sencha',
    ja: 'お茶 茶葉 紅茶 緑茶 抹茶 煎茶 ほうじ茶 ウーロン 急須',
    kind: 'drink',
  },
  coffee: {
    zh: '咖啡 拿铁 美式 手冲 浓缩 卡布奇诺 摩卡 咖啡豆 磨豆',
    en: 'caffeine coffee espresso latte cappuccino americano flat_white barista cold_brew decaf mocha roaster',
    ja: 'コーヒー 珈琲 ラテ エスプレッソ カフェオレ 豆を挽 カフェ',
    kind: 'drink',
  },
  alcohol: {
    also: /酒(?!店|窝|精|吧|蒸)/u,
    zh: '喝酒 啤酒 红酒 白酒 威士忌 喝醉 酒吧 鸡尾酒 小酌 酒馆 干杯',
    en: 'bourbon rum tequila prosecco champagne lager ale booze pint alcohol wine beer whisky whiskey cocktail drunk vodka gin pub sake tipsy liquor brewery hangover',
    ja: 'お酒 日本酒 飲酒 ビール ワイン ウイスキー 焼酎 飲み会 居酒屋 酔っ払 飲み過ぎ 二日酔い',
    opposite: 'sober',
    kind: 'drink',
  },
  sober: {
    zh: '戒酒 滴酒不沾',
    en: 'sober teetotal non-alcoholic',
    ja: '禁酒 ノンアル',
    opposite: 'alcohol',
  },
  smoking: {
    zh: '包烟 根烟 支烟 烟味 烟灰 抽烟 吸烟 香烟 电子烟 烟瘾',
    en: 'smoke smoking smoker cigarette vape vaping tobacco nicotine',
    ja: 'タバコ たばこ 煙草 喫煙',
    opposite: 'smoke-free',
  },
  'smoke-free': {
    zh: '戒烟 没抽烟 没碰烟 不抽烟',
    en: 'smoke-free quit_smoking stopped_smoking gave_up_smoking',
    ja: '禁煙',
    opposite: 'smoking',
  },
  spicy: {
    zh: '朝天椒 泡椒 老干妈 香辣 辣 麻辣 火锅 辣椒 川菜 湘菜 变态辣 冒菜 小米辣 辣条 剁椒',
    en: 'spicy spice chili chilli curry hot_sauce jalapeno habanero vindaloo wasabi sriracha kimchi',
    ja: '辛い 辛 激辛 唐辛子 麻婆 カレー キムチ 担々麺 タバスコ',
    opposite: 'mild',
  },
  mild: { zh: '清淡', en: 'mild bland', ja: '薄味 甘口', opposite: 'spicy' },
  sweets: {
    zh: '糖果 蜜饯 布朗尼 提拉米苏 甜甜圈 雪糕 甜 甜食 甜品 蛋糕 巧克力 吃糖 糖分 奶茶 冰淇淋 布丁 甜点 饼干 泡芙 马卡龙',
    en: 'sweet dessert cake chocolate candy ice_cream cookie brownie donut doughnut pastry sugar pudding tiramisu',
    ja: '甘い 甘く 甘党 スイーツ ケーキ チョコ アイス プリン お菓子 和菓子 クッキー',
  },
  meat: {
    also: /(?<!肌|筋|多)肉(?!麻|眼|桂)/u,
    zh: '吃肉 牛排 排骨 烤肉 红烧肉 烤串 鸡腿 培根 香肠 烧烤 炸鸡',
    en: 'meat steak beef pork chicken bacon ham sausage burger barbecue bbq ribs lamb',
    ja: 'お肉 焼肉 ステーキ 焼き鳥 ハンバーグ 唐揚げ とんかつ ベーコン',
    opposite: 'vegetarian',
  },
  vegetarian: {
    zh: '素食 吃素 素菜 纯素 全素',
    en: 'vegetarian vegan plant-based meatless tofu',
    ja: '菜食 ベジタリアン ヴィーガン 精進料理',
    opposite: 'meat',
  },
  seafood: {
    zh: '海鲜 虾 螃蟹 大闸蟹 生蚝 鱼片 寿司 刺身 贝类 扇贝 鱿鱼 小龙虾 三文鱼',
    en: 'seafood shrimp prawn crab lobster oyster sushi sashimi salmon tuna mussel clam squid',
    ja: '海鮮 海老 エビ えび 蟹 カニ 牡蠣 寿司 刺身 魚介 サーモン',
  },
  fruit: {
    zh: '蓝莓 菠萝 哈密瓜 水果 苹果 西瓜 草莓 芒果 榴莲 葡萄 橘子 橙子 香蕉 桃子 樱桃 荔枝 柚子',
    en: 'fruit apple watermelon strawberry mango durian grape orange banana peach cherry berry melon',
    ja: '果物 りんご スイカ いちご マンゴー ぶどう みかん バナナ 桃 メロン',
  },
  dairy: {
    zh: '牛奶 乳糖 奶酪 芝士 酸奶',
    en: 'milk lactose cheese dairy yogurt yoghurt',
    ja: '牛乳 乳糖 チーズ ヨーグルト',
  },
  coriander: { zh: '香菜 芫荽', en: 'coriander cilantro', ja: 'パクチー' },
  cooking: {
    zh: '煮面 泡面 四菜一汤 做了一桌 炒了 烧菜 拿手菜 做饭 下厨 厨艺 厨房 炒菜 做菜 煲汤 烹饪 菜谱 掌勺 炖',
    en: 'cooked grilled homemade home-made cook cooking recipe kitchen chef meal_prep stew roast home-cooked',
    ja: '料理 自炊 台所 キッチン レシピ 煮込 お弁当を作',
    opposite: 'takeaway',
  },
  takeaway: {
    zh: '点外卖 点了外卖 外卖 叫餐',
    en: 'takeaway takeout deliveroo doordash ordered_in',
    ja: '出前 デリバリー コンビニ弁当',
    opposite: 'cooking',
  },
  baking: {
    zh: '烘焙 烤面包 面包 烤箱 揉面 戚风 发酵 曲奇',
    en: 'bake baking bread sourdough dough oven loaf muffin croissant',
    ja: 'パン 焼き菓子 オーブン 生地 パン作り お菓子作り',
  },
  noodles: {
    zh: '面条 拉面 牛肉面 米线 螺蛳粉 面馆',
    en: 'noodle ramen pasta spaghetti udon pho',
    ja: 'ラーメン うどん そば 蕎麦 パスタ 麺',
  },
  breakfast: {
    zh: '豆浆 油条 包子 早餐 早饭 早点',
    en: 'pancake cereal oatmeal porridge toast granola breakfast',
    ja: '朝食 朝ごはん 朝ご飯',
  },
  offal: {
    zh: '内脏 猪肝 大肠 肥肠 毛肚 腰花 鸡胗 鸭血 牛杂 羊杂 下水 肝尖',
    en: 'offal liver kidney tripe haggis',
    ja: '内臓 レバー ホルモン モツ もつ',
  },
  caffeine: { zh: '咖啡因', en: 'caffeine caffeinated energy_drink', ja: 'カフェイン' },
  eggs: { zh: '鸡蛋 蛋黄 煎蛋 水煮蛋', en: 'egg omelette omelet yolk', ja: '卵 玉子 たまご オムレツ' },
  vegetables: {
    zh: '蔬菜 青菜 西兰花 菠菜 胡萝卜 苦瓜 茄子 青椒 洋葱 番茄',
    en: 'vegetable veg broccoli spinach carrot aubergine eggplant onion kale salad mushroom',
    ja: '野菜 ブロッコリー ほうれん草 人参 ピーマン なす 玉ねぎ トマト きのこ サラダ',
  },
  softdrink: {
    zh: '可乐 汽水 雪碧 碳酸饮料 饮料',
    en: 'soda cola coke fizzy_drink lemonade',
    ja: 'コーラ 炭酸 サイダー',
    kind: 'drink',
  },
  water: { zh: '白开水 热水 温水 矿泉水', en: 'water', ja: 'お水 水を飲 白湯 お湯', kind: 'drink' },
  peanuts: {
    zh: '花生 坚果 核桃 腰果',
    en: 'peanut nut almond cashew walnut',
    ja: 'ピーナッツ ナッツ 落花生 くるみ',
  },
  gluten: { zh: '麸质 无麸质', en: 'gluten celiac coeliac', ja: 'グルテン' },
}
