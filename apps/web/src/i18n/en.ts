import type { LocaleTexts } from './texts.ts'

// What any screen may need, as one chunk a language; on-demand/ has the rest.
const files = import.meta.glob<Record<string, unknown>>(
  [
    './en/*.json',
    '!./*/{about,account-import,accounts,admin,app-passwords,code-correction,debug,downloads,editing,errors-deferred,favourites,feedback,file-menu,file-preview,filters,health,history,kept,kikoeru,library-folders,local-subtitles,lyrics,menu,metadata-lookup,name-editing,names,offline,old-ios,outbox,player,playlists,podcasts,recommender,reviews,search,series,settings,settings-backup,setup,subtitle-search,tag-votes,video,work-selection}.json',
  ],
  {
    eager: true,
    import: 'default',
  },
)

export const texts: LocaleTexts = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.slice('./en/'.length, -'.json'.length), texts]),
)
