import type { TrackNode, Work } from '@otodana/contract'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useId, useSyncExternalStore } from 'react'

import { joinSentences } from '#i18n/join-sentences.ts'
import { useTranslation } from '#i18n/use-translation.ts'

import { isMember, useUser } from '#features/accounts/index.ts'
import { DownloadButton } from '#features/downloads/index.ts'
import { ReportButton } from '#features/feedback/index.ts'
import { FileTree, PlayWorkButton, TrackList } from '#features/file-tree/index.ts'
import { KeepButton } from '#features/kept/index.ts'
import { useReachableTree } from '#features/offline/index.ts'
import { SimilarWorks } from '#features/recommender/index.ts'
import { OwnMarks } from '#features/reviews/index.ts'
import { hasLocalSubtitles, useSettings } from '#features/settings/index.ts'
import { SubtitleField } from '#features/subtitle-search/index.ts'
import { useMainTracks } from '#features/track-queue/index.ts'
import { useCovers } from '#features/works/index.ts'
import { useErrorText } from '#i18n/use-error-text.ts'
import type { Api } from '#lib/api/api.ts'
import { earlyTaps, useEarlyTap } from '#lib/head-scripts/early-tap.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { useFailure, useRecovery } from '#lib/api/recovery.ts'
import { BlurredPicture } from '#ui/BlurredPicture.tsx'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'
import skeleton from '#ui/Skeleton.module.css'
import { WhenHydrated } from '#ui/WhenHydrated.tsx'

import { AboutWork } from './about/AboutWork.tsx'
import { WorkDetails } from './facts/WorkDetails.tsx'
import { WorkFacts } from './facts/WorkFacts.tsx'
import { WorkHeading, WorkPeople } from './facts/WorkHeading.tsx'
import { useGone } from './use-gone.ts'
import { workQueries } from './work.queries.ts'
import css from './WorkScreen.module.css'

// Optional, and only known on this device.
const JumpBack = lazyComponent(
  () => import('./JumpBack.tsx'),
  () => null,
)
// Optional, and only known on this device.
const WorkSubtitles = lazyComponent(
  () => import('./WorkSubtitles.tsx'),
  () => null,
)
// Optional, so loading errors are not shown.
const WorkActions = lazyComponent(
  () => import('./WorkActions.tsx'),
  () => null,
)

// Optional as well, and the last of the actions.
const WorkFeed = lazyComponent(
  () => import('./WorkFeed.tsx'),
  () => null,
)

const noFiles: readonly TrackNode[] = []

type Props = {
  api: Api
  workId: number
  /** The tree's folder; undefined if the URL contains none. */
  path: readonly string[] | undefined
  /** See `WorkLoaded`. */
  shownCover: string | undefined
}

/** A work: what it is and its tracks first, then all that is known of it, and its files. */
export function WorkScreen({ api, workId, path, shownCover }: Props) {
  const { work, info, own } = useWork(api, workId)
  const tracks = useQuery(workQueries.tracks(api, workId))
  const isGone = useGone(info, [tracks, own])
  const failure = useFailure(tracks)
  const treeFailure = isGone ? null : failure
  const whyNotId = useId()
  const cover = useCover(work.id)
  const user = useUser()
  const main = useMainTracks(useReachableTree(tracks.data ?? noFiles))
  const isTreeLinked = useIsTreeLinked()
  const isSubtitledHere = useSettings(hasLocalSubtitles(work.id))
  useEarlyTap()
  return (
    <article key={work.id} className={css.work} {...earlyTaps}>
      <Backdrop work={work} />
      <WhenHydrated>
        <JumpBack workId={work.id} place="cover" />
      </WhenHydrated>
      <div className={css.top}>
        <div className={css.cover}>
          <img
            {...cover}
            alt=""
            className={css.image}
            style={shownCover === undefined ? undefined : { background: `center / cover url("${shownCover}")` }}
          />
        </div>
        <div className={css.head}>
          <WorkHeading work={work} />
          <WorkPeople work={work} />
          <div className={css.play}>
            <PlayWorkButton work={work} main={tracks.data && main} whyNot={treeFailure ? whyNotId : undefined} />
            {treeFailure ? <WhyNot id={whyNotId} error={treeFailure} /> : null}
          </div>
          <div className={css.others}>
            {isMember(user) ? <WorkActions work={work} /> : null}
            <KeepButton work={work} tree={tracks.data} className={controls.button} />
            <DownloadButton work={work} tree={tracks.data} className={controls.button} />
            <ReportButton work={work} className={`${controls.button} ${css.quiet}`} />
            {isMember(user) ? <WorkFeed work={work} /> : null}
          </div>
        </div>
      </div>
      <div className={css.part}>
        {tracks.data ? (
          <TrackList work={work} tree={tracks.data} main={main} />
        ) : treeFailure ? (
          <TreeFailed error={treeFailure} isBusy={tracks.isFetching} onRetry={() => void tracks.refetch()} />
        ) : (
          <TracksPending />
        )}
      </div>
      <div className={`${css.part} ${css.details}`}>
        <WorkDetails work={work} />
        <OwnPart own={own} />
      </div>
      <AboutWork api={api} work={work} />
      <WorkFacts work={work} />
      {work.has_subtitle ? <SubtitleField work={work} /> : null}
      {tracks.data ? (
        <div className={css.part}>
          <FileTree
            work={work}
            tree={tracks.data}
            path={path}
            isWanted={path !== undefined || isTreeLinked || main.tracks.length === 0}
          />
        </div>
      ) : null}
      {isSubtitledHere ? <WorkSubtitles work={work} tree={tracks.data ?? noFiles} /> : null}
      <WhenHydrated>
        <SimilarWorks api={api} workId={work.id} />
        <JumpBack workId={work.id} place="end" />
      </WhenHydrated>
    </article>
  )
}

const never = () => () => {}

/** Whether the address leads to the files. Not while the server's page is hydrated, which knows no hash. */
function useIsTreeLinked(): boolean {
  const isLinked = useLocation({ select: ({ hash }) => hash === 'work-tree' })
  return useSyncExternalStore(
    never,
    () => isLinked,
    () => false,
  )
}

/** The public data of a work, replaced by the member's own once loaded. */
function useWork(api: Api, workId: number) {
  const info = useSuspenseQuery(workQueries.info(api, workId))
  const hasLoggedIn = useUser() !== null
  const own = useQuery({ ...workQueries.personal(api, workId), enabled: hasLoggedIn })
  return { work: (hasLoggedIn ? own.data : undefined) ?? info.data, info, own }
}

/** Why it cannot be played: its files failed to load. */
function WhyNot({ id, error }: { id: string; error: Error }) {
  const { t } = useTranslation('work-detail')
  return (
    <p id={id} className={css.whyNot}>
      {joinSentences(t('notPlayable'), useErrorText(error))}
    </p>
  )
}

/** The member's marks. */
function OwnPart({ own: { data, error, isFetching, refetch } }: Pick<ReturnType<typeof useWork>, 'own'>) {
  return <OwnMarks work={data} failure={error} isBusy={isFetching} onRetry={() => void refetch()} />
}

/** Attributes of the cover's image, whose file the backdrop is drawn from. */
function useCover(workId: number) {
  const { coverUrl, coverSrcSet } = useCovers()
  return {
    src: coverUrl(workId, 'main'),
    srcSet: coverSrcSet(workId),
    sizes: '(max-width: 38rem) 35vw, 26rem',
    width: 560,
    height: 420,
    fetchPriority: 'high',
  } as const
}

/** The cover, strongly blurred, over its tone, which tints the page until the cover is loaded. */
function Backdrop({ work }: { work: Work }) {
  const tone = work.cover_tone ?? undefined
  const { src, srcSet, sizes } = useCover(work.id)
  return (
    <div className={css.backdrop} style={{ backgroundColor: tone }} aria-hidden="true">
      <WhenHydrated>
        <BlurredPicture src={src} srcSet={srcSet} sizes={sizes} />
      </WhenHydrated>
    </div>
  )
}

function TracksPending() {
  const { t } = useTranslation('works')
  return (
    <>
      <p className={controls.hidden} role="status">
        {t('loading')}
      </p>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className={`${skeleton.skeleton} ${css.row}`} />
      ))}
    </>
  )
}

function TreeFailed({ error, isBusy, onRetry }: { error: Error; isBusy: boolean; onRetry: () => void }) {
  const { t } = useTranslation('work-detail')
  const { t: shell } = useTranslation('shell')
  const text = useErrorText(error)
  const isRecovering = useRecovery(error, isBusy, onRetry)
  return (
    <Message
      title={t('treeFailed')}
      text={isRecovering ? joinSentences(text, shell('failed.recovering')) : text}
      isUrgent
    >
      <button type="button" className={controls.button} onClick={onRetry}>
        {shell('failed.retry')}
      </button>
    </Message>
  )
}
