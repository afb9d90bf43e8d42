import type { Catalogue } from './catalogue.ts'

// What any screen may need of the language, as one chunk; the rest is in account-texts.ts, admin-texts.ts, deferred-texts.ts,
// feedback-texts.ts, menu-texts.ts, offline-texts.ts, player-texts.ts, playlist-texts.ts, recommender-texts.ts, review-texts.ts, tag-vote-texts.ts and file-texts.ts.
const files = import.meta.glob<Record<string, unknown>>(
  [
    './zh-CN/*.json',
    '!./*/{about,accounts,admin,debug,downloads,favourites,feedback,file-menu,file-preview,health,errors-deferred,local-subtitles,lyrics,menu,names,offline,old-ios,player,playlists,recommender,reviews,search,settings,settings-backup,subtitle-search,tag-votes}.json',
  ],
  {
    eager: true,
    import: 'default',
  },
)

export const catalogue: Catalogue = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.slice('./zh-CN/'.length, -'.json'.length), texts]),
)
