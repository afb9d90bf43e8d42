import { pick, type Random } from './random.ts'

// Words of quiet, everyday things, from which titles and names are composed.
const KANJI = [
  ...'雨音夜空月星風雪花森海山川湖島浜波潮雲霧霜露虹光影灯火炎暖陽朝昼夕晩春夏秋冬季節暦旅路道橋駅舟船帆港岬岸砂石岩',
  ...'木林竹松梅桜桃柳楓杉葉枝根芽草苔花束庭園畑田野原丘谷滝泉池沼氷鏡窓扉鍵箱棚机椅本紙筆墨絵詩歌曲声響琴笛鈴鐘太鼓舞',
  ...'茶湯菓子飴蜜塩米麦豆酒杯皿匙鍋香薬布糸針衣帯袖傘靴帽時計針盤歯車輪鉄銅銀金玉珠晶磁器瓦塔城門壁屋根家宿館室間廊下',
  ...'猫犬兎狐狸鹿馬羊鳥雀燕鶴鷺梟鳩蝶蛍蜂鯨魚貝亀龍虎熊鼠先輩後輩姉妹兄弟母父祖友仲隣人旅客主司書医師弟店員職探偵画家',
  ...'作者楽団員庭師漁師猟師農夫王姫騎士魔法使精霊巫女神社寺祭縁日常休息眠夢想心思記憶手紙便約束秘密物語昔今日明未来永遠',
  ...'静寂穏和安楽幸福喜笑涙優美清澄透明淡深緑青赤白黒紫紅藍翠碧橙黄灰色彩模様線点円形角面空気温度湿乾軽重柔硬細太長短高',
  ...'低遠近東西南北上下左右前後内外中央奥底表裏始終初再回復習学校図書館教室電話列車自転地球宇宙天体観測望遠顕微実験研究室',
]
const HIRAGANA = list(`
  ゆっくり ささやき そよかぜ ひだまり こもれび ゆらゆら ふわふわ さらさら きらきら ぽかぽか おやすみ
  おかえり ただいま いっしょ となり ひみつ やさしい しずか あたたか のんびり まどろみ うたたね ねむり
  みみもと みみかき おはなし ものがたり こもりうた しらべ ひびき あめ かぜ ほし つき そら うみ もり はな
  ゆき なみ あさ よる ゆめ こえ うた おちゃ おかし ごはん ぱんや ねこ いぬ うさぎ きつね とり さかな
  ちょうちょ ほたる とけい てがみ えほん すず かさ まど ろうか にわ えんがわ こたつ まくら もうふ
  ひとやすみ ひとりごと ふたり みんな いつか きょう あした むかし はじめて もういちど
`)
const KATAKANA = list(`
  カフェ ランプ ピアノ ギター オルゴール メロディ リズム ハミング ノート ページ ポスト ベンチ バイノーラル
  ボイス ドラマ ラジオ レコード マイク スタジオ サウンド トラック ループ エコー コーヒー ココア ミルク
  クッキー パンケーキ キャンディ レモン ベリー ハーブ シナモン バニラ キャンプ テント ボート トレイン
  ステーション ホテル ライブラリ ガーデン テラス アトリエ バス ブルー ホワイト シルバー ムーン スター
  ナイト モーニング サンデー ウィンター サマー レイン ロボット アンドロイド ドラゴン フェアリー ナース
  メイド シスター マスター パートナー フレンド リラックス ヒーリング マッサージ シャンプー イヤーケア
  タッピング ブラシ スリープ ドリーム メモリー
`)
const LATIN = list(`
  ASMR KU100 Binaural Hi-Res 3D SF Vol.2 Vol.3 feat. Rain Night Blue Lantern Tea Sleep Relax Radio Cafe
  Piano Garden Winter Story Whisper Season EP Loop 24bit 96kHz
`)
const SURNAMES = list(`
  月野 風見 白石 星川 雨宮 小鳥遊 花房 水瀬 森下 朝比奈 夕凪 秋月 冬木 春日 夏目 青葉 藤代 桜庭 柳瀬 楠木
  橘 一ノ瀬 二宮 三枝 四方 五十嵐 六車 七海 八雲 九条 千歳 早瀬 氷室 湊 渚 汐見 岬 高峰 谷川 霧島 雪村
  霜月 神無 如月 弥生 葉山 音無 琴吹 鈴原 鐘ヶ江 笛木 歌川 詩島 絵馬 文月 栞 糸井 絹川 綾瀬 錦織 染谷 茜部
  天野 空木 雲井 虹村 光岡 影山 灯台 火ノ宮 石動 砂川 岩瀬 土岐 田村 畑中 庭野 園田
`)
const GIVEN_NAMES = list(`
  しずく はるか ゆき みなみ あおい ひなた かえで さくら すみれ つばき あやめ なずな こはる ちなつ みふゆ
  あきほ まひろ ちひろ いおり かおる しのぶ ひかり ともり めぐみ のぞみ かなえ 詩織 美月 千尋 結衣 真白
  小夜 琴音 鈴音 天音 彩花 優花 里奈 理沙 沙羅 由良 和泉 蓮 湊 律 奏 響 翼 悠 樹 陸 海斗 大地 颯太 航 晴
  朔 柊 楓 葵 空 暁 ルナ ステラ ノア リオ エマ ミラ アンナ レイ カレン マリア ソラ セナ ユノ リン
`)
const ENGLISH = list(`
  rain river forest night morning winter summer tea lamp book letter song bell clock quiet gentle slow
  warm soft bright distant hidden little silver travel garden library
`)
const CHINESE = ['声', '时光', '故事', '之夜', '温柔', '陪伴', '日常', '旅行', '音乐', '风景', '梦境', '晚安']
const CIRCLE_ENDINGS = [
  '工房',
  '製作所',
  '舎',
  '堂',
  '館',
  '屋',
  '文庫',
  '放送局',
  'スタジオ',
  'レーベル',
  'の会',
  '研究所',
  ' Works',
  ' Sound',
]

/** Returns a kanji compound, a kana word or a mixture, as in Japanese titles: 2 to 10 characters. */
export function word(random: Random): string {
  const kind = random()
  if (kind < 0.45) return compound(random, random() < 0.8 ? 2 : 3)
  if (kind < 0.6) return compound(random, 1) + pick(HIRAGANA, random)
  if (kind < 0.75) return pick(HIRAGANA, random)
  if (kind < 0.9) return pick(KATAKANA, random)
  return pick(KATAKANA, random) + compound(random, 1)
}

export function latinWord(random: Random): string {
  return pick(LATIN, random)
}

/** Returns a tag's names: Japanese, English, and Chinese if it has the same kanji. */
export function tagNames(random: Random): { ja: string; en: string; zh: string } {
  const base = compound(random, 2)
  const ja = random() < 0.3 ? base + pick(HIRAGANA, random) : random() < 0.2 ? pick(KATAKANA, random) + base : base
  return {
    ja,
    en: `${pick(LATIN, random)} ${pick(ENGLISH, random)} ${pick(ENGLISH, random)}`,
    zh: base + pick(CHINESE, random),
  }
}

export function voiceActorName(random: Random): string {
  return pick(SURNAMES, random) + (random() < 0.5 ? ' ' : '') + pick(GIVEN_NAMES, random)
}

export function circleName(random: Random): string {
  const start = random() < 0.12 ? `${pick(LATIN, random)} ` : ''
  return (
    start + word(random) + (random() < 0.4 ? word(random) : '') + (random() < 0.6 ? pick(CIRCLE_ENDINGS, random) : '')
  )
}

function compound(random: Random, length: number): string {
  let text = ''
  // Makes some kanji more frequent, as in real text.
  for (let index = 0; index < length; index += 1) text += KANJI[Math.floor(random() ** 1.6 * KANJI.length)]!
  return text
}

function list(text: string): string[] {
  return text.trim().split(/\s+/)
}
