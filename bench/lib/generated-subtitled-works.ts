import { pick, type Random, seededRandom } from './random.ts'

type GeneratedAudio = { path: string; durationSeconds: number; recording: string }
/**
 * `recording`: the recording with its words and timing. `isTold`: whether names, numbers or the formula identify it.
 */
type GeneratedSubtitle = { path: string; durationSeconds: number; recording: string; isTold: boolean }
export type GeneratedWork = { shape: string; audio: GeneratedAudio[]; subtitles: GeneratedSubtitle[] }

/** Titles and their translations. */
const titles: readonly (readonly [string, string])[] = [
  ['雨の夜のささやき', '雨夜低语'],
  ['猫と歩く帰り道', '与猫同行的归途'],
  ['おやすみの前に', '睡前'],
  ['膝枕で耳かき', '膝枕掏耳'],
  ['シャンプーのお時間', '洗头时间'],
  ['図書館の秘密', '图书馆的秘密'],
  ['夏祭りの終わり', '夏日祭的尾声'],
  ['朝まで一緒に', '一起到天亮'],
  ['風邪をひいた日', '感冒的日子'],
  ['温泉旅行', '温泉旅行'],
  ['心音と寝息', '心跳与鼻息'],
  ['炭酸マッサージ', '碳酸按摩'],
  ['星を数える', '数星星'],
  ['ふたりの約束', '两人的约定'],
  ['焚き火のそばで', '篝火旁'],
  ['雪の降る街', '雪落之城'],
]

type Track = { number: number; title: string; translated: string; seconds: number; recording: string }
type Ending = 'close' | 'early' | 'long'
type Work = { random: Random; tracks: Track[]; ending: Ending; work: GeneratedWork }

const pad = (number: number) => String(number).padStart(2, '0')
const kanji = (number: number) =>
  number < 10 ? '一二三四五六七八九'[number - 1]! : `十${number > 10 ? '一二三四五六七八九'[number - 11]! : ''}`
const wide = (number: number) =>
  String(number).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
const circled = (number: number) => String.fromCharCode(0x2460 + number - 1)

const audioNames: readonly ((track: Track) => string)[] = [
  ({ number, title }) => `${pad(number)}_${title}`,
  ({ number, title }) => `${number}.${title}`,
  ({ number, title }) => `トラック${wide(number)}_${title}`,
  ({ number, title }) => `Track ${pad(number)} ${title}`,
  ({ number, title }) => `第${kanji(number)}話「${title}」`,
  ({ number, title }) => `#${number} ${title}`,
  ({ number, title }) => `${circled(number)}${title}`,
  ({ number }) => `01_トラック${number}`,
  ({ number }) => pad(number),
]
const titledNames = audioNames.slice(0, 7)
const numberNames: readonly ((track: Track) => string)[] = [
  ({ number }) => pad(number),
  ({ number }) => String(number),
  ({ number }) => `第${number}話`,
  ({ number }) => `第${kanji(number)}章`,
  ({ number }) => circled(number),
  ({ number }) => `トラック${wide(number)}`,
  ({ number }) => `Track${number}`,
  ({ number }) => `#${number}`,
  ({ number, translated }) => `${pad(number)} ${translated}`,
  ({ number, translated }) => `${number}.${translated}`,
  ({ number, translated }) => `RJ01234567_${pad(number)}_${translated}`,
]
const formats = ['lrc', 'vtt', 'srt', 'ass']
const languageMarks = [
  '.zh',
  '.zh-CN',
  '.chs',
  '.cht',
  '_zh',
  ' (中文)',
  '【简体】',
  '.ja',
  '.en',
  '_中文字幕',
  '.繁體',
  '（字幕）',
]
const subtitleFolders = [
  '字幕',
  '中文字幕',
  '歌詞',
  'lrc',
  'subs',
  'Subtitles',
  '字幕/简体',
  'LRC字幕',
  '字幕 (某某汉化组)',
  '翻译',
]

function begin(shape: string, random: Random): Work {
  const count = 2 + Math.floor(random() * 8)
  const shuffled = titles.map((title) => ({ title, at: random() })).sort((a, b) => a.at - b.at)
  const tracks = Array.from({ length: count }, (_, index): Track => {
    const [title, translated] = shuffled[index]!.title
    return { number: index + 1, title, translated, seconds: 180 + random() * 1_500, recording: `main ${index + 1}` }
  })
  const ending = pick<Ending>(['close', 'early', 'early', 'long'], random)
  return { random, tracks, ending, work: { shape, audio: [], subtitles: [] } }
}

function addAudio({ work, random }: Work, path: string, { seconds, recording }: Track): void {
  work.audio.push({ path, durationSeconds: seconds + random() * 0.08, recording })
}

function addSubtitle(of: Work, path: string, { seconds, recording }: Track, isTold = true): void {
  const end = { close: -4 * of.random(), early: -20 - 40 * of.random(), long: 1 + 25 * of.random() }[of.ending]
  of.work.subtitles.push({ path, durationSeconds: Math.max(10, seconds + end), recording, isTold })
}

function bonus(random: Random, number: number): Track {
  const title = pick(['フリートーク', 'おまけ', 'キャストトーク', '予告'], random)
  return { number, title, translated: '自由谈', seconds: 60 + random() * 600, recording: `bonus ${number}` }
}

const shapes: Record<string, (of: Work) => void> = {
  'the same name'(of) {
    const name = pick(audioNames, of.random)
    const format = pick(formats, of.random)
    for (const track of of.tracks) {
      addAudio(of, `${name(track)}.mp3`, track)
      addSubtitle(of, `${name(track)}.${format}`, track)
    }
  },
  'name.mp3.vtt'(of) {
    const name = pick(audioNames, of.random)
    const [audio, format] = [pick(['mp3', 'wav', 'flac'], of.random), pick(formats, of.random)]
    for (const track of of.tracks) {
      addAudio(of, `本編/${name(track)}.${audio}`, track)
      addSubtitle(of, `本編/${name(track)}.${audio}.${format}`, track)
    }
  },
  'a language mark'(of) {
    const name = pick(audioNames, of.random)
    const mark = pick(languageMarks, of.random)
    for (const track of of.tracks) {
      addAudio(of, `${name(track)}.mp3`, track)
      addSubtitle(of, `${name(track)}${mark}.lrc`, track)
    }
  },
  'case, width and punctuation'(of) {
    const change = pick<(name: string) => string>(
      [
        (name) => name.toUpperCase(),
        (name) => name.normalize('NFD'),
        (name) => name.replaceAll('_', ' '),
        (name) => name.replace(/\d/g, (digit) => wide(Number(digit))),
      ],
      of.random,
    )
    const name = pick(audioNames, of.random)
    for (const track of of.tracks) {
      addAudio(of, `mp3/${name(track)}.mp3`, track)
      addSubtitle(of, `mp3/${change(name(track))}.lrc`, track)
    }
  },
  'a folder of subtitles'(of) {
    const name = pick(audioNames, of.random)
    const folder = pick(subtitleFolders, of.random)
    const audio = pick(['', '本編/', 'mp3/', '01_本編/'], of.random)
    for (const track of of.tracks) {
      addAudio(of, `${audio}${name(track)}.mp3`, track)
      addSubtitle(of, `${of.random() < 0.5 || audio === '' ? '' : audio}${folder}/${name(track)}.lrc`, track)
    }
  },
  'mirrored folders'(of) {
    const name = pick(audioNames, of.random)
    const folder = pick(subtitleFolders, of.random)
    const parts = pick(
      [
        ['本編', '特典'],
        ['Disc 1', 'Disc 2'],
        ['第1章', '第2章'],
        ['01_朝', '02_夜'],
      ],
      of.random,
    )
    for (const [index, part] of parts.entries()) {
      for (const track of of.tracks) {
        const own = { ...track, seconds: 120 + of.random() * 900, recording: `${part} ${track.number}` }
        addAudio(of, `${part}/${name(own)}.mp3`, own)
        if (index === 0 || of.random() < 0.7) addSubtitle(of, `${folder}/${part}/${name(own)}.lrc`, own)
      }
    }
  },
  'several formats'(of) {
    const name = pick(audioNames, of.random)
    const kinds = pick(
      [
        ['mp3', 'wav'],
        ['MP3', 'FLAC'],
        ['mp3', 'wav', 'flac'],
      ],
      of.random,
    )
    const place = pick(['first', 'mirrored', 'flat', 'beside folders'], of.random)
    for (const track of of.tracks) {
      for (const kind of kinds) addAudio(of, `${kind}/${name(track)}.${kind.toLowerCase()}`, track)
      const folder = { first: kinds[0]!, mirrored: `字幕/${kinds[0]!}`, flat: '字幕', 'beside folders': '' }[place]!
      addSubtitle(of, `${folder === '' ? '' : `${folder}/`}${name(track)}.lrc`, track)
    }
  },
  numbers(of) {
    const [name, number] = [pick(titledNames, of.random), pick(numberNames, of.random)]
    const folder = pick(['', '字幕/', '中文字幕/'], of.random)
    const mark = pick(['', '.zh', ''], of.random)
    for (const track of of.tracks) {
      addAudio(of, `${name(track)}.mp3`, track)
      addSubtitle(of, `${folder}${number(track)}${mark}.lrc`, track)
    }
  },
  'numbers in several formats'(of) {
    const [name, number] = [pick(titledNames, of.random), pick(numberNames, of.random)]
    const folder = pick(['字幕', '字幕/mp3'], of.random)
    for (const track of of.tracks) {
      for (const kind of ['mp3', 'wav']) addAudio(of, `${kind}/${name(track)}.${kind}`, track)
      addSubtitle(of, `${folder}/${number(track)}.lrc`, track)
    }
  },
  'tracks without subtitles'(of) {
    const name = pick(titledNames, of.random)
    const named = of.random() < 0.5 ? name : pick(numberNames, of.random)
    for (const track of of.tracks) {
      addAudio(of, `${name(track)}.mp3`, track)
      if (of.random() < 0.6) addSubtitle(of, `字幕/${named(track)}.lrc`, track)
    }
  },
  'bonus tracks'(of) {
    const name = pick(audioNames, of.random)
    const named = of.random() < 0.5 ? name : pick(numberNames, of.random)
    const isFolder = of.random() < 0.5
    const extras = [1, 2].map((number) => bonus(of.random, isFolder ? number : of.tracks.length + number))
    for (const track of of.tracks) {
      addAudio(of, `本編/${name(track)}.mp3`, track)
      addSubtitle(of, `字幕/${named(track)}.lrc`, track)
    }
    for (const extra of extras) addAudio(of, `${isFolder ? '特典' : '本編'}/${name(extra)}.mp3`, extra)
  },
  'without effects'(of) {
    const name = pick(audioNames, of.random)
    const named = of.random() < 0.6 ? name : pick(numberNames, of.random)
    const isCut = of.random() < 0.4
    const isFolder = of.random() < 0.6
    for (const track of of.tracks) {
      const bare = isCut
        ? { ...track, seconds: track.seconds - 6 - 40 * of.random(), recording: `bare ${track.number}` }
        : track
      addAudio(of, isFolder ? `本編/SEあり/${name(track)}.mp3` : `${name(track)}.mp3`, track)
      addAudio(of, isFolder ? `本編/SEなし/${name(track)}.mp3` : `${name(track)}_SEなし.mp3`, bare)
      addSubtitle(of, `${isFolder ? '字幕/' : ''}${named(track)}.lrc`, track)
    }
  },
  'several languages'(of) {
    const name = pick(titledNames, of.random)
    const named = of.random() < 0.5 ? name : pick(numberNames, of.random)
    const isFolder = of.random() < 0.5
    for (const track of of.tracks) {
      addAudio(of, `${name(track)}.mp3`, track)
      for (const [folder, mark] of [
        ['简体', '.zh'],
        ['日本語', '.ja'],
        ['English', '.en'],
      ]) {
        if (of.random() < 0.1) continue
        addSubtitle(of, isFolder ? `字幕/${folder!}/${named(track)}.srt` : `${named(track)}${mark!}.srt`, track)
      }
    }
  },
  'a package of its own'(of) {
    const name = pick(titledNames, of.random)
    const named = of.random() < 0.5 ? name : pick(numberNames, of.random)
    const folder = pick(
      ['RJ01234567', 'pack/RJ01234567 雨の物語', 'RJ01234567/字幕', '汉化/RJ01234567/本編'],
      of.random,
    )
    for (const track of of.tracks) {
      for (const kind of ['mp3', 'wav']) addAudio(of, `本編/${kind}/${name(track)}.${kind}`, track)
      addSubtitle(of, `${folder}/${named(track)}.lrc`, track)
    }
  },
  'counted from another number'(of) {
    for (const track of of.tracks) {
      addAudio(of, `${pad(track.number - 1)}_${track.title}.mp3`, track)
      addSubtitle(of, `字幕/${pad(track.number)}_${track.translated}.lrc`, track)
    }
  },
  'unnumbered beginning and end'(of) {
    const [name, number] = [pick(titledNames, of.random), pick(numberNames, of.random)]
    const around = ['プロローグ', 'エピローグ'].map((title) => ({ ...bonus(of.random, 0), title, recording: title }))
    for (const track of of.tracks) {
      addAudio(of, `${name(track)}.mp3`, track)
      addSubtitle(of, `字幕/${number(track)}.lrc`, track)
    }
    for (const track of around) {
      addAudio(of, `${track.title}.mp3`, track)
      if (of.random() < 0.5) addSubtitle(of, `字幕/${track.title}.zh.lrc`, track)
    }
  },
  'numbers that count something'(of) {
    const counted = ['2人の夜', '耳かき10分', '60分の添い寝', '3日目の朝', '7年後', '100万回の好き', '4月の雨']
    const number = pick([...numberNames, ({ title }: Track) => title], of.random)
    const isNumbered = of.random() < 0.5
    for (const [index, track] of of.tracks.slice(0, counted.length).entries()) {
      const own = { ...track, title: counted[index]! }
      addAudio(of, `${isNumbered ? `${pad(own.number)}_` : ''}${own.title}.mp3`, own)
      addSubtitle(of, `字幕/${number(own)}.lrc`, own, isNumbered && number(own) !== own.title)
    }
  },
  'discs counted through'(of) {
    const [name, number] = [pick(titledNames, of.random), pick(numberNames, of.random)]
    const half = Math.ceil(of.tracks.length / 2)
    for (const [index, track] of of.tracks.entries()) {
      addAudio(of, `Disc ${index < half ? 1 : 2}/${name(track)}.mp3`, track)
      addSubtitle(of, `字幕/${number(track)}.lrc`, track)
    }
  },
  'discs counted each by itself'(of) {
    const name = pick([...titledNames, ({ number }: Track) => pad(number)], of.random)
    const number = pick([...numberNames, name], of.random)
    for (const disc of [1, 2]) {
      for (const track of of.tracks) {
        const own = { ...track, seconds: 100 + of.random() * 900, recording: `${disc} ${track.number}` }
        addAudio(of, `Disc ${disc}/${name(own)}.mp3`, own)
        const isMirrored = of.random() < 0.8
        addSubtitle(
          of,
          isMirrored ? `字幕/Disc ${disc}/${number(own)}.lrc` : `字幕/${disc}-${number(own)}.lrc`,
          own,
          false,
        )
      }
    }
  },
  'a first track that is not counted'(of) {
    const number = pick(numberNames, of.random)
    const title = pick(
      ['プロローグ', 'はじめに', '注意事項', 'タイトルコール', 'オープニング', '导入', 'その前に'],
      of.random,
    )
    const first = { ...bonus(of.random, 0), title, recording: title, seconds: 15 + of.random() * 90 }
    addAudio(of, `01_${title}.mp3`, first)
    for (const track of of.tracks) {
      addAudio(of, `${pad(track.number + 1)}_${track.title}.mp3`, track)
      addSubtitle(of, `字幕/${number(track)}.lrc`, track, false)
    }
  },
  'chapters in folders'(of) {
    const name = pick(['トラック01', '01', '音声'], of.random)
    for (const track of of.tracks) {
      addAudio(of, `第${track.number}章 ${track.title}/mp3/${name}.mp3`, track)
      addSubtitle(
        of,
        of.random() < 0.5 ? `第${track.number}章 ${track.title}/${name}.lrc` : `字幕/第${track.number}章.lrc`,
        track,
        false,
      )
    }
  },
  'two readings and one set'(of) {
    const name = pick(audioNames, of.random)
    for (const track of of.tracks) {
      const other = { ...track, seconds: track.seconds * (1.1 + of.random()), recording: `other ${track.number}` }
      addAudio(of, `日本語音声/${name(track)}.mp3`, track)
      addAudio(of, `中国語音声/${name(track)}.mp3`, other)
      addSubtitle(of, `字幕/${name(track)}.lrc`, track, false)
    }
  },
  'other names and lengths'(of) {
    // Only the durations match, which is never enough for the formula: no subtitle is better than a guess.
    for (const track of of.tracks) {
      addAudio(of, `${track.title}.mp3`, track)
      addSubtitle(of, `字幕/${track.translated}.lrc`, track, false)
    }
  },
  'very similar names and lengths'(of) {
    of.ending = 'close'
    for (const track of of.tracks) {
      addAudio(of, `${track.title}（完全版）.mp3`, track)
      addSubtitle(of, `字幕/${track.title}.lrc`, track, track.title.length > 5)
    }
  },
}

/** Generates works as in real libraries, the same number of each shape. Reproducible by seed. */
export function generateSubtitledWorks(worksOfAShape: number, seed: number): GeneratedWork[] {
  const random = seededRandom(seed)
  return Object.entries(shapes).flatMap(([shape, fill]) =>
    Array.from({ length: worksOfAShape }, () => {
      const of = begin(shape, random)
      fill(of)
      return of.work
    }),
  )
}
