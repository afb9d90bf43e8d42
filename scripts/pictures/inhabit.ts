import type { Session, Work } from '@otodana/contract'

import type { Screen } from './take.ts'

/** Creates an administrator and a member with a typical collection, and returns their tokens. */
export async function inhabit(url: string): Promise<Record<NonNullable<Screen['as']>, string>> {
  async function call<T = unknown>(method: string, path: string, body: object, token?: string): Promise<T> {
    const answer = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const register = async (name: string) =>
    (await call<Session>('POST', 'auth/reg', { name, password: 'rain on the roof' })).token
  const administrator = await register('shelf-keeper')
  const member = await register('よもぎ-listens')
  const { token: guest } = await call<Session>('POST', 'auth/me', { name: 'guest', password: 'guest' })

  const { works } = (await (await fetch(`${url}/api/works?pageSize=40`)).json()) as { works: Work[] }
  const progresses = ['marked', 'listening', 'listened', 'replay', 'postponed']
  for (const [index, { id }] of works.slice(0, 12).entries()) {
    const marks = { rating: (index % 5) + 1, progress: progresses[index % progresses.length] }
    const text = index % 3 === 0 ? { review_text: 'Best with the window open.\n雨の日にもう一度。' } : {}
    await call('PUT', 'review', { work_id: id, ...marks, ...text }, member)
  }
  const facts = {
    circle: '雨音文庫',
    titles: { en: 'A library in the rain', zh: '雨中的图书室' },
    staff: { scenario: ['水野しずく'], illustration: ['青葉', '柚木 澪'], music: ['Harbour Lights'] },
    series: { name: '雨の日の物語', number: 2 },
    description:
      '駅から少し離れた、小さな図書室。\n雨の日だけ開くその部屋で、司書が静かに本を読んでくれます。\n\n'.repeat(4),
  }
  await call('PUT', 'edit/works/RJ01000001', { version: 0, set: facts }, administrator)
  const others = works.filter(({ source_id }) => source_id !== 'RJ01000001').slice(0, 2)
  for (const [index, { id }] of others.entries()) {
    const set = { circle: facts.circle, series: { ...facts.series, number: index * 2 + 1 } }
    await call('PUT', `edit/works/${id}`, { version: 0, set }, administrator)
  }

  const recommenderUuid = '2b5e7ab5-d994-4991-a53c-f1b6ae562d0e'
  for (const { id } of works.slice(0, 3)) {
    for (const type of ['start-listen', 'listen-60percent', 'listen-90percent'])
      await call('POST', 'recommender/feedback', { type, recommenderUuid, itemId: id }, member)
  }
  const lists = [
    ['Rain and trains', 'For falling asleep on the way.', 2],
    ['眠れない夜に', '声の小さいものだけ。', 0],
    ['下雨天', '', 1],
  ] as const
  for (const [index, [name, description, privacy]] of lists.entries()) {
    const refs = works.slice(index * 3, index * 3 + 9).map(({ source_id }) => source_id)
    const list = { name, description, privacy, locale: 'ja-JP', works: refs }
    await call('POST', 'playlist/create-playlist', list, member)
  }
  const reports = [
    { work_id: works[0]?.id, category: 'cantPlay', detail: 'The second track stops after a minute.' },
    { work_id: works[1]?.id, category: 'subtitleNotMatch', detail: '字幕が最初から十秒ほど遅れています。' },
  ]
  for (const report of reports) await call('POST', 'feedback', report, member)

  // A tag that both vote against, one that both vote for, and one that the metadata does not have.
  const voted = works.find(({ source_id }) => source_id === 'RJ01000001')
  const added = works.flatMap(({ tags }) => tags).find(({ id }) => !voted?.tags.some((tag) => tag.id === id))
  for (const token of [administrator, member]) {
    const votes = [1, 0, 2]
    for (const [index, { id: tagID }] of (voted?.tags ?? []).slice(0, votes.length).entries())
      await call('POST', 'vote/vote-work-tag', { workID: voted?.id, tagID, status: votes[index] }, token)
  }
  await call('POST', 'vote/attach-tags-to-work', { workID: voted?.id, tagIDs: [added?.id] }, member)
  return { administrator, member, guest }
}
