import { aWav, taggedMp3 } from './work-folders.ts'

export type BareFolder = {
  path: string
  /** Beside one recording; by default none. */
  files?: Record<string, string | Uint8Array>
  /** Instead of an untagged recording. */
  tags?: Record<string, string>
  /** What a library knows of it: by code, because a folder may be two works. */
  is: Record<string, Expected>
}

export type Expected = {
  title: string
  circle?: string
  voiceActors?: string[]
  tags?: string[]
  release?: string
  language?: string
  description?: string
  age?: string
}

/** Works folders as people keep them, invented: most without a sidecar, and shaped in as many ways. */
export const bareFolders: readonly BareFolder[] = [
  {
    path: '月影工房/RJ01230001 雨やどりの図書室',
    is: { RJ01230001: { title: '雨やどりの図書室', circle: '月影工房' } },
  },
  {
    path: '月影工房/RJ01230002 夜汽車の子守唄【繁体中文版】',
    is: { RJ01230002: { title: '夜汽車の子守唄', circle: '月影工房', language: 'CHI_HANT' } },
  },
  { path: '月影工房/2024/RJ01230003 波音の駅', is: { RJ01230003: { title: '波音の駅', circle: '月影工房' } } },
  { path: '月影工房/RJ01230004', is: { RJ01230004: { title: 'RJ01230004', circle: '月影工房' } } },
  {
    path: 'Blue Lantern/mp3/RJ01230005 Rain on the Roof',
    is: { RJ01230005: { title: 'Rain on the Roof', circle: 'Blue Lantern' } },
  },
  {
    path: 'Blue Lantern/mp3/RJ01230006 Attic Evenings (English Ver.)',
    is: { RJ01230006: { title: 'Attic Evenings', circle: 'Blue Lantern', language: 'ENG' } },
  },
  {
    path: 'Blue Lantern/RJ01230007 - The Night Ferry - Part 1',
    is: { RJ01230007: { title: 'The Night Ferry - Part 1', circle: 'Blue Lantern' } },
  },
  { path: 'ASMR/RJ01230008 猫と毛布', is: { RJ01230008: { title: '猫と毛布' } } },
  { path: 'ASMR/RJ01230009 朝のしたく', is: { RJ01230009: { title: '朝のしたく' } } },
  { path: '2023/RJ01230010 灯台守の手紙', is: { RJ01230010: { title: '灯台守の手紙' } } },
  { path: '2023/RJ01230011 りんごの庭', is: { RJ01230011: { title: 'りんごの庭' } } },
  {
    path: 'RJ01230012 - 星屑放送局 - 深夜のラジオ',
    is: { RJ01230012: { title: '深夜のラジオ', circle: '星屑放送局' } },
  },
  {
    path: 'RJ01230013 - 朝焼けのラジオ - 星屑放送局',
    is: { RJ01230013: { title: '朝焼けのラジオ', circle: '星屑放送局' } },
  },
  {
    path: '星屑放送局 - 夕凪のラジオ - RJ01230014',
    is: { RJ01230014: { title: '夕凪のラジオ', circle: '星屑放送局' } },
  },
  {
    path: '夏至祭 - 森の朗読会 - RJ01230015',
    is: { RJ01230015: { title: '森の朗読会', circle: '夏至祭' } },
  },
  {
    path: 'RJ01230016_夏至祭_川べりの朗読会',
    is: { RJ01230016: { title: '川べりの朗読会', circle: '夏至祭' } },
  },
  {
    path: 'RJ01230017_春雷舎_縁側の午後_mp3',
    is: { RJ01230017: { title: '縁側の午後', circle: '春雷舎' } },
  },
  {
    path: '[ふくろう堂] 木漏れ日の書庫 (RJ01230018)',
    is: { RJ01230018: { title: '木漏れ日の書庫', circle: 'ふくろう堂' } },
  },
  {
    path: 'RJ01230019 - 眠れる庭 - ふくろう堂',
    is: { RJ01230019: { title: '眠れる庭', circle: 'ふくろう堂' } },
  },
  {
    path: 'RJ01230020_湯けむりの宿_ふくろう堂',
    is: { RJ01230020: { title: '湯けむりの宿', circle: 'ふくろう堂' } },
  },
  {
    path: '[250314][ふくろう堂] 桜の電話ボックス [RJ01230021]',
    is: { RJ01230021: { title: '桜の電話ボックス', circle: 'ふくろう堂', release: '2025-03-14' } },
  },
  {
    path: '[ふくろう堂] RJ01230022 & RJ01230023 双子の星',
    is: {
      RJ01230022: { title: '双子の星', circle: 'ふくろう堂' },
      RJ01230023: { title: '双子の星', circle: 'ふくろう堂' },
    },
  },
  { path: 'RJ01230024 汽笛 English Ver.', is: { RJ01230024: { title: '汽笛', language: 'ENG' } } },
  { path: 'RJ01230025 汽笛【韓国語版】', is: { RJ01230025: { title: '汽笛', language: 'KO_KR' } } },
  { path: 'RJ01230026 【简体中文版】汽笛', is: { RJ01230026: { title: '汽笛', language: 'CHI_HANS' } } },
  {
    path: 'RJ01230027',
    tags: {
      TALB: '丘の上の時計屋',
      TPE2: '月影工房',
      TPE1: '風見はるか / 白石ゆき',
      TDRC: '2026-09-01',
      TCON: '癒し;雨音;ASMR',
    },
    is: {
      RJ01230027: {
        title: '丘の上の時計屋',
        circle: '月影工房',
        voiceActors: ['風見はるか', '白石ゆき'],
        release: '2026-09-01',
        tags: ['癒し', '雨音'],
      },
    },
  },
  {
    path: 'RJ01230028 帰り道の雪',
    tags: {
      TPE2: '月影工房',
      TDRC: '2025',
      TCON: 'ASMR',
      COMM: '雪の夜、駅から家までの帰り道を一緒に歩きます。途中で温かい飲み物を買い、昔の話をします。',
    },
    is: {
      RJ01230028: {
        title: '帰り道の雪',
        circle: '月影工房',
        description: '雪の夜、駅から家までの帰り道を一緒に歩きます。途中で温かい飲み物を買い、昔の話をします。',
      },
    },
  },
  {
    path: 'RJ01230029',
    files: {
      'info.json': JSON.stringify({
        source_id: 'RJ01230029',
        title: '砂時計の喫茶店',
        circle: { name: '夏至祭' },
        vas: [{ name: '白石ゆき' }],
        tags: [{ name: '珈琲' }],
        release: '2025-06-07',
      }),
    },
    is: {
      RJ01230029: {
        title: '砂時計の喫茶店',
        circle: '夏至祭',
        voiceActors: ['白石ゆき'],
        tags: ['珈琲'],
        release: '2025-06-07',
      },
    },
  },
  {
    path: 'RJ01230030 kept',
    files: {
      'info.json': JSON.stringify([
        {
          workno: 'RJ01230030',
          work_name: '渡し舟の朝',
          maker_name: '春雷舎',
          regist_date: '2025-08-09 00:00:00',
          genres: [{ name: '川の音' }],
          creaters: { voice_by: [{ name: '風見はるか' }] },
        },
      ]),
    },
    is: {
      RJ01230030: {
        title: '渡し舟の朝',
        circle: '春雷舎',
        voiceActors: ['風見はるか'],
        tags: ['川の音'],
        release: '2025-08-09',
      },
    },
  },
  {
    path: 'RJ01230031',
    files: {
      'metadata.json': JSON.stringify({
        title: 'Lighthouse Letters',
        authors: ['Blue Lantern'],
        narrators: ['Aki Mori'],
        publishedYear: '2024',
        genres: ['Audiobook', 'Sea'],
      }),
    },
    is: {
      RJ01230031: {
        title: 'Lighthouse Letters',
        circle: 'Blue Lantern',
        voiceActors: ['Aki Mori'],
        tags: ['Sea'],
      },
    },
  },
  {
    path: 'RJ01230032',
    files: {
      'album.nfo':
        '<album><title>こたつの上の蜜柑</title><studio>ふくろう堂</studio><actor><name>白石ゆき</name></actor>' +
        '<tag>冬</tag><premiered>2025-12-01</premiered></album>',
    },
    is: {
      RJ01230032: {
        title: 'こたつの上の蜜柑',
        circle: 'ふくろう堂',
        voiceActors: ['白石ゆき'],
        tags: ['冬'],
        release: '2025-12-01',
      },
    },
  },
  {
    path: 'RJ01230033',
    files: {
      'metadata.opf':
        '<package><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Rain Library</dc:title>' +
        '<dc:creator>Blue Lantern</dc:creator><dc:subject>Rain</dc:subject><dc:date>2024-11-02</dc:date></metadata></package>',
    },
    is: {
      RJ01230033: { title: 'The Rain Library', circle: 'Blue Lantern', tags: ['Rain'], release: '2024-11-02' },
    },
  },
  {
    path: 'RJ01230034',
    files: {
      'wav/disc.cue':
        'PERFORMER "夏至祭"\nTITLE "風鈴の縁側"\nREM DATE 2024-07-07\nREM GENRE 風鈴\nFILE "01.wav" WAVE\n  TRACK 01 AUDIO\n',
    },
    is: { RJ01230034: { title: '風鈴の縁側', circle: '夏至祭', tags: ['風鈴'], release: '2024-07-07' } },
  },
  {
    path: 'RJ01230035',
    files: {
      'readme.txt':
        '■作品名：蛍の棚田\n■サークル名：春雷舎\n■声優：風見はるか\n■販売日：2025年6月20日\n■ジャンル：虫の声\n',
    },
    is: {
      RJ01230035: {
        title: '蛍の棚田',
        circle: '春雷舎',
        voiceActors: ['風見はるか'],
        tags: ['虫の声'],
        release: '2025-06-20',
      },
    },
  },
  {
    path: 'RJ01230037 鈴の音',
    files: { 'info.json': '{"version": 3, "name": "player-settings"}' },
    is: { RJ01230037: { title: '鈴の音' } },
  },
  {
    path: 'RJ01230038 帆布の鞄',
    files: { 'release.nfo': '  ~~~ a banner of letters ~~~\n  ripped with care' },
    is: { RJ01230038: { title: '帆布の鞄' } },
  },
  {
    path: 'RJ01230039',
    files: { 'otodana.yaml': 'title: 水車小屋\ncircle: 夏至祭\nrelease: 2024-02-03\ntags: [水音]\n' },
    is: { RJ01230039: { title: '水車小屋', circle: '夏至祭', release: '2024-02-03', tags: ['水音'] } },
  },
  {
    path: 'RJ01230040 夜の果樹園 (CV.風見はるか)',
    is: { RJ01230040: { title: '夜の果樹園', voiceActors: ['風見はるか'] } },
  },
  { path: 'RJ01230041_雨の_ひと', is: { RJ01230041: { title: '雨の ひと' } } },
  { path: 'RJ01230043 夕凪（月影工房）', is: { RJ01230043: { title: '夕凪', circle: '月影工房' } } },
  { path: 'RJ01230044 朝凪 ／ 月影工房', is: { RJ01230044: { title: '朝凪', circle: '月影工房' } } },
  { path: 'RJ01230042 夕立', is: { RJ01230042: { title: '夕立' } } },
]

/** The files of such a folder. */
export function filesOf({ files = {}, tags }: BareFolder, index: number): Record<string, string | Uint8Array> {
  return tags
    ? { ...files, '01.mp3': taggedMp3({ TIT2: `Track ${index}`, ...tags }) }
    : { ...files, '01.wav': aWav({ tone: index }) }
}
