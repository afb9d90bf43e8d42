import type { Work } from '@otodana/contract'

/** A work as in the API, with overrides. */
export function aWork(given: Partial<Work> = {}): Work {
  const id = given.id ?? 1_234_567
  return {
    id,
    title: '雨音と夜更かし',
    circle_id: 7,
    name: '硝子の森',
    nsfw: false,
    release: '2026-09-01',
    dl_count: 1_234,
    price: 1_100,
    review_count: 12,
    rate_count: 90,
    rate_average_2dp: 4.83,
    rate_count_detail: [{ review_point: 5, count: 80, ratio: 89 }],
    rank: null,
    has_subtitle: false,
    create_date: '2026-09-03',
    vas: [{ id: '2b5e7ab5-d994-5991-a53c-f1b6ae562d0e', name: '白瀬みお' }],
    tags: [aTag({ id: 1, name: '耳かき', english: 'Ear cleaning' })],
    language_editions: [],
    original_workno: null,
    other_language_editions_in_db: [],
    translation_info: {
      lang: null,
      is_child: false,
      is_parent: false,
      is_original: true,
      is_volunteer: false,
      child_worknos: [],
      parent_workno: null,
      original_workno: null,
      is_translation_agree: false,
      translation_bonus_langs: [],
      is_translation_bonus_child: false,
    },
    work_attributes: '',
    age_category_string: 'general',
    duration: 5_400,
    source_type: 'DLSITE',
    source_id: `RJ0${id}`,
    source_url: `https://shop.example/RJ0${id}`,
    circle: { id: 7, name: '硝子の森', source_id: 'RG00007', source_type: 'DLSITE' },
    samCoverUrl: '',
    thumbnailCoverUrl: '',
    mainCoverUrl: '',
    ...given,
  }
}

export function aTag({ id, name, english }: { id: number; name: string; english?: string }): Work['tags'][number] {
  const i18n = { 'ja-jp': { name }, ...(english === undefined ? {} : { 'en-us': { name: english } }) }
  return { id, name, i18n, upvote: 0, downvote: 0, voteRank: 0, voteStatus: 0 }
}
